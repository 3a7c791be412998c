// A Vulkan timeline semaphore imported on the current device. The destructor releases the import and ignores errors.
#pragma once
#include "backends/cuda/check.h"
#include "gpu/file_descriptor.h"

namespace undine::cuda {

class ExternalTimeline {
  public:
    explicit ExternalTimeline(FileDescriptor exported);
    ExternalTimeline(const ExternalTimeline&) = delete;
    ExternalTimeline& operator=(const ExternalTimeline&) = delete;
    ~ExternalTimeline() { not_checked(cudaDestroyExternalSemaphore(semaphore_)); }

    void wait(cudaStream_t stream, uint64_t value) const;
    void signal(cudaStream_t stream, uint64_t value) const;

  private:
    cudaExternalSemaphore_t semaphore_ = nullptr;
};

}  // namespace undine::cuda
