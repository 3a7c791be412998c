// Times of passes on a stream: an event before each and one behind it.
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

    // Totals since the last call, of what has been executed by now.
    std::vector<PassTime> take();

  private:
    struct Interval {
        std::string name;
        Event before, after;
    };
    Event fresh();

    std::deque<Interval> running_;  // in the stream's order
    std::vector<Event> unused_;
    Event before_;
};

}  // namespace undine::cuda
