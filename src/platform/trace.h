// A timeline of one run: what the host and each device did when, on one clock. Kept in memory while the run lasts;
// report/trace_file.h writes it.
//
//     Trace trace;
//     const Trace::Track queue = trace.add_track("Vulkan queue");
//     trace.begin_group(queue, "step", 12);             // in the order of recording
//     const Trace::Group in = trace.current(queue);
//     trace.end_group(queue);
//     trace.add_span(queue, in, "predict", begin, end); // when it is known, perhaps much later
//
// Groups nest: frame, step, iteration. A group lasts from the first to the last span in it.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace undine {

// Invocations of shaders in a span; 0: none, or not known.
struct Invocations {
    uint64_t vertex = 0, fragment = 0, compute = 0;
};

class Trace {
  public:
    using Track = uint32_t;
    using Group = uint32_t;  // 0: none
    static constexpr Track kHost = 0;

    // Spans that are kept; beyond, the oldest eighth is forgotten.
    static constexpr size_t kMostSpans = 2'000'000;

    // ns on the clock that the timeline is drawn on: that of std::chrono::steady_clock.
    static int64_t now();

    Track add_track(std::string name);

    // Whether spans from here on come with invocations, which may slow a device down.
    void want_invocations(bool wanted) { wants_invocations_ = wanted; }
    bool wants_invocations() const { return wants_invocations_; }

    void begin_group(Track track, std::string_view name, uint64_t number);
    void end_group(Track track);
    Group current(Track track) const { return tracks_[track].current; }

    // begin, end: ns on the track's clock. continued: a further part of what the last span of that name began.
    void add_span(Track track, Group in, std::string name, int64_t begin, int64_t end, Invocations of = {},
                  bool continued = false);
    void add_counter(std::string name, double value);  // now

    // What the host did at that time, on its clock, is the cause of what begins on a track at that one.
    void add_arrow(int64_t host_ns, Track track, int64_t track_ns) { arrows_.push_back({host_ns, track, track_ns}); }

    // A track's clock reads `track_ns` when now() is `now_ns`. calibrated: both were read at once. Otherwise it is
    // known only that the track's time is not before now_ns, and the latest such bound counts.
    void set_clock(Track track, int64_t track_ns, int64_t now_ns, bool calibrated);

    // Forgets what had ended by then: for a timeline of the last few frames only.
    void forget_before(int64_t now_ns);

    struct Span {
        Track track;
        Group in;
        std::string name;
        int64_t begin, end;
        Invocations invocations;
        bool continued;
    };
    struct GroupInfo {
        Track track;
        Group in;
        std::string name;
        uint64_t number;
        int64_t begin = INT64_MAX, end = INT64_MIN;  // on the track's clock; begin > end: it is empty
        int64_t busy = 0;                            // ns, of the spans in it
    };
    struct TrackInfo {
        std::string name;
        int64_t offset = 0;  // to be added to its times
        bool has_clock = false, calibrated = false;
        Group current = 0;
        Group latest = 0;  // of those with a span
    };
    struct Arrow {
        int64_t host_ns;
        Track track;
        int64_t track_ns;
    };
    struct Counter {
        std::string name;
        int64_t at;
        double value;
    };

    const std::vector<TrackInfo>& tracks() const { return tracks_; }
    // That group; its reference is valid until something is forgotten. nullptr: none, or forgotten.
    const GroupInfo* find(Group group) const { return group < first_ ? nullptr : &groups_[group - first_]; }
    const std::deque<GroupInfo>& groups() const { return groups_; }
    // The oldest group that is kept, and the one that will be begun next.
    Group first_group() const { return first_; }
    Group next_group() const { return static_cast<Group>(first_ + groups_.size()); }
    const std::deque<Span>& spans() const { return spans_; }
    const std::deque<Counter>& counters() const { return counters_; }
    const std::deque<Arrow>& arrows() const { return arrows_; }
    // A track's time on the timeline's clock, in ns.
    int64_t on_timeline(Track track, int64_t track_ns) const { return track_ns + tracks_[track].offset; }
    uint64_t forgotten() const { return forgotten_; }
    int64_t start() const { return start_; }

  private:
    GroupInfo* own(Group group) { return const_cast<GroupInfo*>(find(group)); }
    bool is_open(Group group) const;

    int64_t start_ = now();
    std::vector<TrackInfo> tracks_{{.name = "host", .has_clock = true, .calibrated = true}};
    Group first_ = 1;  // the oldest in groups_; the others follow it
    std::deque<GroupInfo> groups_;
    std::deque<Span> spans_;
    std::deque<Counter> counters_;
    std::deque<Arrow> arrows_;
    uint64_t forgotten_ = 0;
    bool wants_invocations_ = true;
};

// A span of the host for as long as the object lives; trace may be nullptr.
class HostSpan {
  public:
    HostSpan(Trace* trace, const char* name) : trace_(trace), name_(name), begin_(trace ? Trace::now() : 0) {}
    ~HostSpan() {
        if (trace_) trace_->add_span(Trace::kHost, trace_->current(Trace::kHost), name_, begin_, Trace::now());
    }
    HostSpan(const HostSpan&) = delete;
    HostSpan& operator=(const HostSpan&) = delete;

  private:
    Trace* trace_;
    const char* name_;
    int64_t begin_;
};

// A group of the host's spans for as long as the object lives; trace may be nullptr.
class HostGroup {
  public:
    HostGroup(Trace* trace, const char* name, uint64_t number) : trace_(trace) {
        if (trace_) trace_->begin_group(Trace::kHost, name, number);
    }
    ~HostGroup() {
        if (trace_) trace_->end_group(Trace::kHost);
    }
    HostGroup(const HostGroup&) = delete;
    HostGroup& operator=(const HostGroup&) = delete;

  private:
    Trace* trace_;
};

}  // namespace undine
