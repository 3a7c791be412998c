// What happens between two frames of the viewer: steps that follow the clock, or single ones, or nothing.
#pragma once
#include <algorithm>
#include <limits>
#include <utility>

#include "viewer/pacing.h"

namespace undine {

class Playback {
  public:
    bool paused() const { return paused_; }
    void toggle_pause() { paused_ = !paused_; }
    void step_once() {
        paused_ = true;
        ++single_steps_;
    }
    void forget_single_steps() { single_steps_ = 0; }

    double speed() const { return pacer_.speed(); }
    void set_speed(double speed) {
        pacer_.set_speed(speed);
        exact_.set_speed(speed);
    }

    // From here on each frame counts as that long, however long it takes, and no step is left out; 0: it lasts as long
    // as the clock says.
    void fix_frames(double seconds) {
        fixed_ = seconds;
        before_ = 0;
        pacer_.rest();
        exact_.rest();
        exact_.measured(std::numeric_limits<double>::min());
    }

    // Steps for a frame that begins `elapsed` s after the one before; dt: s, of a step.
    uint32_t steps_due(double elapsed, double dt) {
        const uint32_t single = std::exchange(single_steps_, 0);
        if (paused_) {
            pacer_.rest();
            if (single > 0) before_ = 0;
            return single;
        }
        if (fixed_ > 0) return exact_.steps(fixed_, dt);
        const uint32_t due = pacer_.steps(elapsed, dt);
        before_ = std::max(0.0, dt - pacer_.owed());
        return due;
    }

    // By how many seconds of the scene a picture after those steps shows an earlier moment than theirs: between steps
    // it would otherwise show the same as before, which judders where the display refreshes more often, and in slow
    // motion. 0 with fixed frames and after single steps, which show what was simulated.
    double before() const { return before_; }

    // What the machine tells: how long a step takes, in s; that the display refreshes at this rate, in Hz; that nothing
    // was shown; that another solver steps from here on.
    void measured(double step_seconds) { pacer_.measured(step_seconds); }
    void set_refresh_rate(double rate) { pacer_.set_refresh_rate(rate); }
    void hidden() { pacer_.rest(); }
    void new_solver() {
        pacer_.new_solver();
        before_ = 0;
    }

  private:
    bool paused_ = false;
    uint32_t single_steps_ = 0;
    double fixed_ = 0;         // s
    double before_ = 0;        // s
    StepPacer pacer_, exact_;  // by the clock; by fixed frames
};

}  // namespace undine
