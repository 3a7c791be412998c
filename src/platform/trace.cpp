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
    tracks_[track].current = next_group() - 1;
}

void Trace::end_group(Track track) { tracks_[track].current = find(tracks_[track].current)->in; }

bool Trace::is_open(Group group) const {
    for (const TrackInfo& track : tracks_)
        for (const GroupInfo* g = find(track.current); g; g = find(g->in))
            if (g == find(group)) return true;
    return false;
}

void Trace::add_span(Track track, Group in, std::string name, int64_t begin, int64_t end, Invocations of,
                     bool continued) {
    spans_.push_back({track, in, std::move(name), begin, end, of, continued});
    tracks_[track].latest = std::max(tracks_[track].latest, in);
    for (GroupInfo* group = own(in); group; group = own(group->in)) {
        group->begin = std::min(group->begin, begin);
        group->end = std::max(group->end, end);
        group->busy += end - begin;
    }
    if (spans_.size() <= kMostSpans) return;
    const Span& last = spans_[kMostSpans / 8];
    forget_before(on_timeline(last.track, last.end));
    forgotten_ += kMostSpans + 1 - spans_.size();
}

void Trace::forget_before(int64_t now_ns) {
    while (!spans_.empty() && on_timeline(spans_.front().track, spans_.front().end) < now_ns) spans_.pop_front();
    while (!counters_.empty() && counters_.front().at < now_ns) counters_.pop_front();
    while (!arrows_.empty() && arrows_.front().host_ns < now_ns) arrows_.pop_front();
    // An empty group may still be waiting for its spans, unless a later one of its track has ended by then.
    Group keep = first_;
    for (Group g = first_; g < next_group() && !is_open(g); ++g) {
        const GroupInfo& group = *find(g);
        if (group.begin > group.end) continue;
        if (on_timeline(group.track, group.end) >= now_ns) break;
        keep = g + 1;
    }
    groups_.erase(groups_.begin(), groups_.begin() + (keep - first_));
    first_ = keep;
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
