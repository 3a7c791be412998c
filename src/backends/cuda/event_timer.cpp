#include "backends/cuda/event_timer.h"

#include <utility>

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
    Interval interval{name, std::move(before_), fresh(), trace_ ? trace_->current(track_) : 0};
    UNDINE_CUDA(cudaEventRecord(interval.after.handle(), stream));
    running_.push_back(std::move(interval));
}

void EventTimer::set_trace(Trace& trace, Trace::Track track, cudaStream_t stream) {
    trace_ = &trace;
    track_ = track;
    latest_ = fresh();
    latest_ns_ = 0;
    UNDINE_CUDA(cudaEventRecord(latest_.handle(), stream));
    UNDINE_CUDA(cudaStreamSynchronize(stream));
    trace.set_clock(track, 0, Trace::now(), false);
}

std::vector<PassTime> EventTimer::take() {
    std::vector<PassTime> times;
    while (!running_.empty()) {
        Interval& first = running_.front();
        const cudaError_t result = not_checked(cudaEventQuery(first.after.handle()));
        if (result == cudaErrorNotReady) break;
        check(result, "cudaEventQuery");
        float ms = 0;
        UNDINE_CUDA(cudaEventElapsedTime(&ms, first.before.handle(), first.after.handle()));
        add_pass_time(times, first.name, double{ms}, 1);
        if (trace_) {
            float since = 0;  // from event to event: a float holds no long time exactly
            UNDINE_CUDA(cudaEventElapsedTime(&since, latest_.handle(), first.before.handle()));
            const double begin = latest_ns_ + double{since} * 1e6, end = begin + double{ms} * 1e6;
            trace_->add_span(track_, first.group, first.name, static_cast<int64_t>(begin), static_cast<int64_t>(end));
            std::swap(latest_, first.after);
            latest_ns_ = end;
        }
        unused_.push_back(std::move(first.before));
        unused_.push_back(std::move(first.after));
        running_.pop_front();
    }
    return times;
}

}  // namespace undine::cuda
