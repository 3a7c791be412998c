// Times of passes as a person can read them: means over half a second, a frame and a step.
#pragma once
#include <vector>

#include "measure/pass_time.h"

namespace undine {

struct PassMeans {
    std::vector<PassTime> simulation, drawing;  // of a frame; parts of a pass together
    double simulation_ms = 0, drawing_ms = 0;  // a frame, all rows
    double step_ms = 0;       // by the passes' clock; where there is none, the one below
    double busy_step_ms = 0;  // by the wall's clock: the simulation's share of frames, without waiting for the display
    double fps = 0;
    double speed = 0;  // simulated time over wall time
};

class PassMeter {
  public:
    // After each frame: the passes measured meanwhile, the steps it simulated and the time that these are worth, how
    // long the frame took and how much of that it only waited for the display (s).
    void add(const std::vector<PassTime>& times, uint32_t steps, double simulated, double wall, double waited);

    // Of the last whole half second; `version` counts up with each.
    const PassMeans& means() const { return means_; }
    uint64_t version() const { return version_; }

    // Of everything so far.
    const std::vector<PassTime>& totals() const { return totals_; }

  private:
    void publish();

    std::vector<PassTime> window_, totals_;
    double simulated_ = 0, wall_ = 0, waited_ = 0;
    uint32_t frames_ = 0, steps_ = 0;
    uint64_t version_ = 0;
    PassMeans means_;
};

}  // namespace undine
