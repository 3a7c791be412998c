#include "backends/cuda/population_watch.h"

namespace undine::cuda {

PopulationWatch::~PopulationWatch() {
    if (copied_) not_checked(cudaFreeHost(copied_));
}

void PopulationWatch::record(const void* population, cudaStream_t stream) {
    if (!copied_) UNDINE_CUDA(cudaMallocHost(reinterpret_cast<void**>(&copied_), kPlaces * sizeof(Population)));
    if (copies_ == kPlaces) latest();
    if (copies_ == kPlaces) return;
    const uint32_t place = (oldest_ + copies_) % kPlaces;
    if (!executed_[place].handle()) executed_[place] = Event::create();
    UNDINE_CUDA(cudaMemcpyAsync(&copied_[place], population, sizeof(Population), cudaMemcpyDeviceToHost, stream));
    UNDINE_CUDA(cudaEventRecord(executed_[place].handle(), stream));
    ++copies_;
}

std::optional<Population> PopulationWatch::latest() {
    for (; copies_ > 0; --copies_) {
        const cudaError_t result = not_checked(cudaEventQuery(executed_[oldest_].handle()));
        if (result == cudaErrorNotReady) break;
        check(result, "cudaEventQuery");
        latest_ = copied_[oldest_];
        oldest_ = (oldest_ + 1) % kPlaces;
    }
    return latest_;
}

void PopulationWatch::forget() {
    copies_ = 0;
    latest_.reset();
}

}  // namespace undine::cuda
