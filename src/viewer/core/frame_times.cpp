#include "viewer/core/frame_times.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace undine {
namespace {

// Frames after which the passes of one have been measured.
constexpr uint64_t kLate = 8;

constexpr double kBins = 200;  // from one time to e times as long

std::vector<PassTime> passes_of(const Trace& trace, uint64_t frame) {
    std::vector<PassTime> passes;
    for (const Trace::Span& span : trace.spans()) {
        if (span.track == Trace::kHost) continue;
        const Trace::GroupInfo* group = trace.find(span.in);
        while (group && trace.find(group->in)) group = trace.find(group->in);
        if (group && group->name == "frame" && group->number == frame)
            add_pass_time(passes, span.name, double(span.end - span.begin) * 1e-6, 1);
    }
    std::ranges::sort(passes, std::greater(), &PassTime::ms);
    return passes;
}

}  // namespace

void FrameTimes::add(uint64_t frame, double ms, const Trace& trace) {
    if (!first_) {
        first_ = ms;
        return;
    }
    ++bins_[static_cast<int>(std::lround(std::log(std::max(ms, 1e-3)) * kBins))];
    ++count_;
    if (ms > slowest_.ms) slowest_ = {frame, ms, {}};
    if (frame == slowest_.frame + kLate) slowest_.passes = passes_of(trace, slowest_.frame);
}

void FrameTimes::finish(const Trace& trace) {
    if (slowest_.passes.empty()) slowest_.passes = passes_of(trace, slowest_.frame);
}

std::optional<FrameTimes::Spread> FrameTimes::spread() const {
    if (count_ == 0) return {};
    auto at = [&](double share) {
        uint64_t below = 0;
        for (const auto& [bin, frames] : bins_)
            if (double(below += frames) >= share * double(count_)) return std::exp(bin / kBins);
        return std::exp(bins_.rbegin()->first / kBins);
    };
    return Spread{at(0.5), at(0.95), at(0.99)};
}

}  // namespace undine
