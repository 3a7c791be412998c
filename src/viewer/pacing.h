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

    // Steps for a frame that begins `elapsed` s after the one before.
    uint32_t steps(double elapsed, double dt) {
        owed_ += speed_ * std::clamp(elapsed, 0.0, kLongestFrame);
        const double due = std::floor(owed_ / dt + kRounding), most = largest();
        if (due > most) {
            owed_ = 0;
            return static_cast<uint32_t>(most);
        }
        owed_ = std::max(0.0, owed_ - due * dt);
        return static_cast<uint32_t>(due);
    }

    // Tells how long a step takes, in s.
    void measured(double step_seconds) { step_seconds_ = step_seconds; }

    // Drops the time that is owed: after a pause or while nothing is shown.
    void rest() { owed_ = 0; }

  private:
    static constexpr double kRounding = 1e-9;  // of a step, so that frames of exactly k steps give k

    // One step until a step has been measured.
    double largest() const {
        return step_seconds_ > 0 ? std::max(1.0, std::min(1e6, std::floor(kLongestSteps / step_seconds_))) : 1;
    }

    double speed_ = 1;
    double owed_ = 0;          // s
    double step_seconds_ = 0;  // 0: not measured yet
};

// Keeps frames about a refresh of the display apart if presenting does not wait for it.
class FrameCap {
  public:
    // Seconds to wait at time `now` before a frame begins. Frames that are only a little early are let through, so that
    // a display that paces them itself is not disturbed.
    double wait(double now, double refresh_rate) {
        const double interval = kSlack / refresh_rate;
        next_ = std::max(now, next_ + interval);
        return next_ - now;
    }

  private:
    static constexpr double kSlack = 0.95;
    double next_ = -1e9;  // when this frame may begin; the first one at once
};

}  // namespace undine
