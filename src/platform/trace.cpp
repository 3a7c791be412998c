#include "platform/trace.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace undine {

int64_t Trace::now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Trace::Track Trace::add_track(std::string name) {
    tracks_.push_back({.name = std::move(name)});
    return static_cast<Track>(tracks_.size() - 1);
}

void Trace::begin_group(Track track, std::string_view name, uint64_t number) {
    groups_.push_back({track, tracks_[track].current, std::string(name), number});
    tracks_[track].current = static_cast<Group>(groups_.size());
}

void Trace::end_group(Track track) { tracks_[track].current = groups_[tracks_[track].current - 1].in; }

void Trace::add_span(Track track, Group in, std::string name, int64_t begin, int64_t end) {
    spans_.push_back({track, in, std::move(name), begin, end});
    for (Group g = in; g != 0; g = groups_[g - 1].in) {
        GroupInfo& group = groups_[g - 1];
        group.begin = std::min(group.begin, begin);
        group.end = std::max(group.end, end);
    }
    if (spans_.size() <= kMostSpans) return;
    spans_.pop_front();
    ++forgotten_;
}

void Trace::add_counter(std::string name, double value) { counters_.push_back({std::move(name), now(), value}); }

void Trace::set_clock(Track track, int64_t track_ns, int64_t now_ns, bool calibrated) {
    TrackInfo& t = tracks_[track];
    const int64_t offset = now_ns - track_ns;
    t.offset = calibrated || !t.has_clock ? offset : std::max(t.offset, offset);
    t.has_clock = true;
    t.calibrated = calibrated;
}

}  // namespace undine
