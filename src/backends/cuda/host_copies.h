// Copies of arrays for the host, which take their place among what a stream executes: Backend::record_copy().
#pragma once
#include <cstddef>
#include <deque>
#include <vector>

#include "backends/cuda/device_array.h"

namespace undine::cuda {

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
