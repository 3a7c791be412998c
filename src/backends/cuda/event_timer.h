// Times passes on a stream with one event before and one after each.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "backends/cuda/device_array.h"
#include "platform/pass_time.h"

namespace undine::cuda {

class EventTimer {
  public:
    void begin(cudaStream_t stream);
    void end(cudaStream_t stream, const std::string& name);

    // Totals since the last call, of the passes that have finished by now.
    std::vector<PassTime> take();

  private:
    struct Interval {
        std::string name;
        Event before, after;
    };
    Event fresh();

    std::deque<Interval> running_;  // in stream order
    std::vector<Event> unused_;
    Event before_;
};

}  // namespace undine::cuda
