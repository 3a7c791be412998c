#include "backends/cuda/host_copies.h"

#include <cstring>

#include "internal_error.h"

namespace undine::cuda {

void HostCopies::record(const void* from, size_t bytes, cudaStream_t stream) {
    Copy copy;
    if (!idle_.empty() && idle_.back().memory.size() >= bytes) {
        copy = std::move(idle_.back());
        idle_.pop_back();
    } else {
        copy = {PinnedMemory(bytes), Event::create()};
    }
    copy.bytes = bytes;
    UNDINE_CUDA(cudaMemcpyAsync(copy.memory.data(), from, bytes, cudaMemcpyDeviceToHost, stream));
    UNDINE_CUDA(cudaEventRecord(copy.done.handle(), stream));
    recorded_.push_back(std::move(copy));
}

void HostCopies::take(void* data, size_t bytes) {
    UNDINE_CHECK(!recorded_.empty() && recorded_.front().bytes == bytes, "a copy is taken that was not recorded");
    UNDINE_CUDA(cudaEventSynchronize(recorded_.front().done.handle()));
    std::memcpy(data, recorded_.front().memory.data(), bytes);
    idle_.push_back(std::move(recorded_.front()));
    recorded_.pop_front();
}

}  // namespace undine::cuda
