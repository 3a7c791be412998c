// How long frames took: what most of them take, and what the slowest did.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "platform/pass_time.h"
#include "platform/trace.h"

namespace undine {

class FrameTimes {
  public:
    // Of all frames, in ms, to within half a percent; the first, in which drivers compile, is none of them.
    struct Spread {
        double median = 0, p95 = 0, p99 = 0;
    };
    struct Slowest {
        uint64_t frame = 0;
        double ms = 0;
        std::vector<PassTime> passes;  // on the devices' clocks; empty if there are none, or not known yet
    };

    // Called once for each frame, in their order: it took that long. trace: with a group "frame" of that number.
    void add(uint64_t frame, double ms, const Trace& trace);

    // Called after the last frame has been executed: its passes, and those of the ones before, have been measured.
    void finish(const Trace& trace);

    std::optional<double> first() const { return first_; }
    std::optional<Spread> spread() const;                // empty before the second frame
    const Slowest& slowest() const { return slowest_; }  // of all but the first; ms is 0 before the second

  private:
    std::optional<double> first_;
    std::map<int, uint64_t> bins_;  // frames whose time rounds to e^(bin/200) ms
    uint64_t count_ = 0;
    Slowest slowest_;
};

}  // namespace undine
