// How many steps a frame simulates, and how long it waits: simulated time follows the clock, whatever the frame rate.
// Plain arithmetic on seconds; no clock is read here.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace undine {

// Fixed steps of dt that keep up with the clock as far as the machine allows. What it cannot simulate is dropped, not
// owed: the water then flows in slow motion.
class StepPacer {
  public:
    static constexpr double kLongestFrame = 0.1;       // s: a frame that took longer counts as this
    static constexpr double kLongestSteps = 1 / 20.0;  // s that a frame's steps may take: keeps the window responsive

    // Wanted ratio of simulated time to real time: 1, or less for slow motion.
    static constexpr double kSpeeds[] = {1, 1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};
    void set_speed(double speed) { speed_ = speed; }
    double speed() const { return speed_; }

    // The display's, in Hz.
    void set_refresh_rate(double rate) { refresh_ = 1 / rate; }

    // Steps for a frame that begins `elapsed` s after the one before.
    uint32_t steps(double elapsed, double dt) {
        const double frame = std::clamp(elapsed, 0.0, kLongestFrame), most = largest(frame);
        owed_ += speed_ * frame;
        const double due = std::floor(owed_ / dt + kRounding);
        owed_ = due > most ? 0 : std::max(0.0, owed_ - due * dt);
        last_ = static_cast<uint32_t>(std::min(due, most));
        return last_;
    }

    // Tells how long a step takes, in s.
    void measured(double step_seconds) { step_seconds_ = step_seconds; }

    // s of simulated time that have passed since the end of the last step that was due.
    double owed() const { return owed_; }

    // Drops the time that is owed: after a pause or while nothing is shown.
    void rest() { owed_ = 0; }

    // From here on, steps are those of another solver.
    void new_solver() {
        rest();
        step_seconds_ = 0;
        last_ = 0;
    }

  private:
    static constexpr double kRounding = 1e-9;  // of a step, so that frames of exactly k steps give k

    // One step until a step has been measured. Then as many as fit a refresh of the display, or as take no longer than
    // the rest of the frame does: a machine that can only just keep up would otherwise make its frames ever longer, so
    // that there is ever more to simulate in each.
    double largest(double frame) const {
        if (step_seconds_ <= 0) return 1;
        const double rest_of_frame = frame - last_ * step_seconds_;
        const double room = std::min(std::max(refresh_, rest_of_frame), kLongestSteps);
        return std::clamp(std::floor(room / step_seconds_), 1.0, 1e6);
    }

    double speed_ = 1;
    double refresh_ = 1 / 60.0;  // s
    double owed_ = 0;            // s
    double step_seconds_ = 0;    // 0: not measured yet
    uint32_t last_ = 0;          // steps of the frame before
};

// Keeps frames about a refresh of the display apart if presenting does not wait for it.
class FrameCap {
  public:
    // Seconds to wait at time `now` before a frame begins. Where the display paces them itself, frames that are only a
    // little early are let through, so that it is not disturbed.
    double wait(double now, double refresh_rate, bool display_paces) {
        const double interval = (display_paces ? kSlack : 1) / refresh_rate;
        next_ = std::max(now, next_ + interval);
        return next_ - now;
    }

  private:
    static constexpr double kSlack = 0.95;
    double next_ = -1e9;  // when this frame may begin; the first one at once
};

}  // namespace undine
