// Simulated time against the clock, whatever the frame rate.
#include "viewer/pacing.h"

#include <gtest/gtest.h>

namespace undine {
namespace {

constexpr double kDt = 0.0025;

StepPacer fast_machine() {
    StepPacer pacer;
    pacer.measured(1e-6);
    return pacer;
}

// Simulated seconds after frames of that length, all together `wall` seconds.
double simulated(StepPacer& pacer, double frame, double wall, double dt = kDt) {
    uint64_t steps = 0;
    for (int f = 0; f < std::lround(wall / frame); ++f) steps += pacer.steps(frame, dt);
    return double(steps) * dt;
}

TEST(StepPacer, FollowsTheClockAtEveryFrameRate) {
    for (const double rate : {24.0, 60.0, 75.0, 144.0, 1000.0})
        for (const double dt : {1e-4, 0.0025, 0.016, 0.05}) {
            StepPacer pacer = fast_machine();
            EXPECT_NEAR(simulated(pacer, 1 / rate, 10, dt), 10, 1.01 * dt) << rate << " Hz, dt " << dt;
        }
}

TEST(StepPacer, FramesOfWholeStepsHaveThatManyEach) {
    StepPacer pacer = fast_machine();
    for (int f = 0; f < 1000; ++f) EXPECT_EQ(pacer.steps(4 * kDt, kDt), 4u) << f;
}

TEST(StepPacer, SlowMotionIsAnEvenShareOfTheClock) {
    for (const double speed : StepPacer::kSpeeds) {
        StepPacer pacer = fast_machine();
        pacer.set_speed(speed);
        EXPECT_NEAR(simulated(pacer, 1 / 60.0, 10), 10 * speed, 1.01 * kDt) << speed;
        uint32_t fewest = ~0u, most = 0;
        for (int f = 0; f < 100; ++f) {
            const uint32_t steps = pacer.steps(1 / 60.0, kDt);
            fewest = std::min(fewest, steps);
            most = std::max(most, steps);
        }
        EXPECT_LE(most - fewest, 1u) << speed;
    }
}

TEST(StepPacer, ALongFrameIsNotMadeUpFor) {
    StepPacer pacer = fast_machine();
    EXPECT_EQ(pacer.steps(60, kDt), std::lround(StepPacer::kLongestFrame / kDt));
    EXPECT_EQ(pacer.steps(kDt, kDt), 1u);
}

TEST(StepPacer, AClockThatGoesBackOwesNothing) {
    StepPacer pacer = fast_machine();
    EXPECT_EQ(pacer.steps(-5, kDt), 0u);
    EXPECT_EQ(pacer.steps(kDt, kDt), 1u);
}

TEST(StepPacer, ASlowMachineRunsInSlowMotionAndOwesNothing) {
    StepPacer pacer;
    pacer.measured(0.02);
    EXPECT_EQ(pacer.steps(0.1, kDt), std::floor(StepPacer::kLongestSteps / 0.02));
    pacer.measured(1);  // one step is longer than all that a frame may take
    EXPECT_EQ(pacer.steps(0.1, kDt), 1u);
    pacer.measured(1e-6);  // and what was not simulated is not made up for
    EXPECT_EQ(pacer.steps(4 * kDt, kDt), 4u);
}

TEST(StepPacer, StartsWithOneStepAFrameUntilOneWasMeasured) {
    StepPacer pacer;
    EXPECT_EQ(pacer.steps(0.1, kDt), 1u);
}

TEST(StepPacer, ARestOwesNothing) {
    StepPacer pacer = fast_machine();
    EXPECT_EQ(pacer.steps(0.9 * kDt, kDt), 0u);
    pacer.rest();
    EXPECT_EQ(pacer.steps(0.9 * kDt, kDt), 0u);
}

TEST(FrameCap, HoldsFramesThatNothingElseHoldsToTheDisplay) {
    FrameCap cap;
    double now = 0;
    for (int f = 0; f < 600; ++f) now += cap.wait(now, 60) + 0.001;
    EXPECT_NEAR(600 / now, 60, 5);
}

TEST(FrameCap, LeavesFramesAloneThatTheDisplayPaces) {
    FrameCap cap;
    double waited = 0;
    for (int f = 0; f < 600; ++f) waited += cap.wait(f / 60.0, 60);
    EXPECT_EQ(waited, 0);
}

TEST(FrameCap, DoesNotMakeUpForALongFrame) {
    FrameCap cap;
    cap.wait(0, 60);
    EXPECT_EQ(cap.wait(5, 60), 0);
    EXPECT_GT(cap.wait(5.001, 60), 0.01);
}

}  // namespace
}  // namespace undine
