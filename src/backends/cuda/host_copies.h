// Copies of arrays for the host, which take their place among what a stream executes: Backend::record_copy().
#pragma once
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "backends/cuda/device_array.h"

namespace undine::cuda {

// Memory of the host that the device writes by itself, so that nobody waits for a copy to begin.
class PinnedMemory {
  public:
    PinnedMemory() = default;
    explicit PinnedMemory(size_t bytes) : bytes_(bytes) { UNDINE_CUDA(cudaMallocHost(&memory_, bytes)); }
    PinnedMemory(PinnedMemory&& other) noexcept { swap(other); }
    PinnedMemory& operator=(PinnedMemory other) noexcept {
        swap(other);
        return *this;
    }
    ~PinnedMemory() {
        if (memory_) not_checked(cudaFreeHost(memory_));
    }
    void* data() const { return memory_; }
    size_t size() const { return bytes_; }

  private:
    void swap(PinnedMemory& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(bytes_, other.bytes_);
    }
    void* memory_ = nullptr;
    size_t bytes_ = 0;
};

class HostCopies {  // destroyed when the stream has executed everything
  public:
    // Enqueues a copy of that device memory. Does not wait.
    void record(const void* from, size_t bytes, cudaStream_t stream);

    // The oldest that was not taken, which has that size; waits for it, not for what was enqueued after it.
    void take(void* data, size_t bytes);

  private:
    struct Copy {
        PinnedMemory memory;
        Event done;
        size_t bytes = 0;
    };
    std::deque<Copy> recorded_;
    std::vector<Copy> idle_;
};

}  // namespace undine::cuda
