#include "backends/cuda/population_watch.h"

namespace undine::cuda {

void PopulationWatch::record(const void* population, cudaStream_t stream) {
    if (!copied_.data()) copied_ = PinnedMemory(kPlaces * sizeof(Population));
    if (copies_ == kPlaces) latest();
    if (copies_ == kPlaces) return;
    const uint32_t next = (oldest_ + copies_) % kPlaces;
    if (!executed_[next].handle()) executed_[next] = Event::create();
    UNDINE_CUDA(cudaMemcpyAsync(place(next), population, sizeof(Population), cudaMemcpyDeviceToHost, stream));
    UNDINE_CUDA(cudaEventRecord(executed_[next].handle(), stream));
    ++copies_;
}

std::optional<Population> PopulationWatch::latest() {
    for (; copies_ > 0; --copies_) {
        const cudaError_t result = not_checked(cudaEventQuery(executed_[oldest_].handle()));
        if (result == cudaErrorNotReady) break;
        check(result, "cudaEventQuery");
        latest_ = *place(oldest_);
        oldest_ = (oldest_ + 1) % kPlaces;
    }
    return latest_;
}

void PopulationWatch::forget() {
    copies_ = 0;
    latest_.reset();
}

}  // namespace undine::cuda
