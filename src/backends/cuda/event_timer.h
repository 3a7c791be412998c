// Times passes on a stream with one event before and one after each.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "backends/cuda/device_array.h"
#include "platform/pass_time.h"
#include "platform/trace.h"

namespace undine::cuda {

class EventTimer {
  public:
    void begin(cudaStream_t stream);
    void end(cudaStream_t stream, const std::string& name);

    // Totals since the last call, of the passes that have finished by now; these are then in the timeline too.
    std::vector<PassTime> take();

    // Adds passes that begin from now on to a track of that timeline. Waits for what the stream has been given.
    void set_trace(Trace& trace, Trace::Track track, cudaStream_t stream);

  private:
    struct Interval {
        std::string name;
        Event before, after;
        Trace::Group group;
    };
    Event fresh();

    std::deque<Interval> running_;  // in stream order
    std::vector<Event> unused_;
    Event before_;
    Trace* trace_ = nullptr;
    Trace::Track track_ = 0;
    Event latest_;          // that a time is known of …
    double latest_ns_ = 0;  // … this, on the track's clock
};

}  // namespace undine::cuda
