// Memory and semaphores of Vulkan on the current device, imported: owned, let go in destructors that no error leaves.
#pragma once
#include <cstddef>
#include <utility>

#include "backends/cuda/check.h"
#include "backends/cuda/shares_frames.h"

namespace undine::cuda {

class ExternalArray {
  public:
    explicit ExternalArray(ExportedArray exported);
    ExternalArray(ExternalArray&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)),
          data_(std::exchange(other.data_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    ExternalArray& operator=(ExternalArray&&) = delete;
    ~ExternalArray();

    void* data() const { return data_; }
    size_t size() const { return bytes_; }  // bytes

  private:
    cudaExternalMemory_t memory_ = nullptr;
    void* data_ = nullptr;
    size_t bytes_ = 0;
};

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
