// A timeline semaphore of Vulkan on the current device, imported: owned, let go in a destructor that no error leaves.
#pragma once
#include "backends/cuda/check.h"
#include "gpu/file_descriptor.h"

namespace undine::cuda {

class ExternalTimeline {
  public:
    explicit ExternalTimeline(FileDescriptor exported);
    ExternalTimeline(const ExternalTimeline&) = delete;
    ExternalTimeline& operator=(const ExternalTimeline&) = delete;
    ~ExternalTimeline() { cudaDestroyExternalSemaphore(semaphore_); }

    void wait(cudaStream_t stream, uint64_t value) const;
    void signal(cudaStream_t stream, uint64_t value) const;

  private:
    cudaExternalSemaphore_t semaphore_ = nullptr;
};

}  // namespace undine::cuda
