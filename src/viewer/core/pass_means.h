// Times of passes for display: means over half a second, per frame and per step.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "platform/pass_time.h"
#include "solver/pass_table.h"

namespace undine {

struct Parameters;

// Passes that the solver runs beside its steps: for pictures, and to watch over the fluid.
inline constexpr PassSet kPassesBesideSteps = pass_set({Pass::fit_ellipsoid, Pass::sum_health, Pass::finish_health});

// The passes of a step, and those of a picture: what draws it, and what the solver works out only to have it drawn.
struct PassTimes {
    std::vector<PassTime> step, picture;
};
PassTimes split_passes(const std::vector<PassTime>& times, const Parameters& parameters);

// "sort/scatter" is part of "sort".
std::string_view group_of(std::string_view pass);

// "0.4", "23": a slow machine's rate is not rounded to 0.
std::string fps_text(double fps);

struct PassMeans {
    // Per frame that was timed; the parts of a pass together. Passes that ran before, but not in this half second, have
    // no runs.
    std::vector<PassTime> simulation, drawing;
    double simulation_ms = 0, drawing_ms = 0;  // per frame, all rows
    // Of the last half second in which there were steps; 0 until one was measured.
    double step_ms = 0;       // by the device's clock of passes; if it has none, as below
    double busy_step_ms = 0;  // by wall time: the simulation's share of frames, without waits for the display
    double fps = 0;
    double speed = 0;  // simulated time over wall time
};

class PassMeter {
  public:
    struct Frame {
        uint32_t steps = 0;
        std::vector<double> step_ms;  // of each step measured meanwhile, by its device's clock: some frames late
        double simulated = 0;         // s, of the steps
        bool timed = true;            // its passes are timed, and some frames later in `times`
        // Since the previous frame began, in s.
        double wall = 0;
        double waited = 0;  // the part of it spent waiting for the display
    };

    // Called after each frame, with the passes measured meanwhile: their times are known some frames late.
    void add(const PassTimes& times, const Frame& frame);

    // From here on, steps are those of another solver: what one takes is not known.
    void new_solver();

    // The means of the last whole half second; version() increases with each.
    const PassMeans& means() const { return means_; }
    uint64_t version() const { return version_; }

    // The totals of everything so far.
    const std::vector<PassTime>& totals() const { return totals_; }

  private:
    void publish();
    double step_by_wall(const PassMeans& m) const;

    void clear();

    std::vector<PassTime> simulation_, drawing_, totals_;
    double simulated_ = 0, wall_ = 0;
    uint32_t frames_ = 0, timed_frames_ = 0;
    double measured_ms_ = 0;  // of measured steps
    size_t measured_ = 0;
    // Of frames with steps.
    double stepping_wall_ = 0, stepping_waited_ = 0;
    uint32_t stepping_frames_ = 0, steps_ = 0;
    uint32_t steps_before_ = 0;  // of the last frame
    uint64_t version_ = 0;
    PassMeans means_;
};

}  // namespace undine
