// What each step took on its device, as the timeline knows it: whatever the scene's method is, and however often a step
// runs a pass.
#pragma once
#include <vector>

#include "platform/trace.h"

namespace undine {

class StepTimes {
  public:
    // ms of the passes of each step that has been measured whole since the last call. A step is whole when something
    // later on its track has been measured.
    std::vector<double> take(const Trace& trace);

  private:
    Trace::Group seen_ = 0;                 // the newest group that was looked at
    std::vector<Trace::Group> unfinished_;  // steps
};

}  // namespace undine
