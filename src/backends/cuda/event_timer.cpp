#include "backends/cuda/event_timer.h"

namespace undine::cuda {

Event EventTimer::fresh() {
    if (unused_.empty()) return Event::create();
    Event event = std::move(unused_.back());
    unused_.pop_back();
    return event;
}

void EventTimer::begin(cudaStream_t stream) {
    before_ = fresh();
    UNDINE_CUDA(cudaEventRecord(before_.handle(), stream));
}

void EventTimer::end(cudaStream_t stream, const std::string& name) {
    Interval interval{name, std::move(before_), fresh()};
    UNDINE_CUDA(cudaEventRecord(interval.after.handle(), stream));
    running_.push_back(std::move(interval));
}

std::vector<PassTime> EventTimer::take() {
    std::vector<PassTime> times;
    while (!running_.empty()) {
        Interval& first = running_.front();
        const cudaError_t result = cudaEventQuery(first.after.handle());
        if (result == cudaErrorNotReady) {
            cudaGetLastError();  // clears it, so that the next launch does not report it
            break;
        }
        check(result, "cudaEventQuery");
        float ms = 0;
        UNDINE_CUDA(cudaEventElapsedTime(&ms, first.before.handle(), first.after.handle()));
        add_pass_time(times, first.name, double{ms}, 1);
        unused_.push_back(std::move(first.before));
        unused_.push_back(std::move(first.after));
        running_.pop_front();
    }
    return times;
}

}  // namespace undine::cuda
