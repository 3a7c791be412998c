// Simulated time against the clock, whatever the frame rate.
#include "viewer/pacing.h"
#include "viewer/playback.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

// Frames of a machine with a display of 60 Hz: drawing takes `draws` s and a step `step` s.
struct Machine {
    double step, draws;
    double fps = 0, speed = 0;  // in the second half of twenty seconds

    void run(double dt) {
        StepPacer pacer;
        pacer.set_refresh_rate(60);
        pacer.measured(step);
        double elapsed = 1 / 60.0, clock = 0, simulated = 0;
        int frames = 0;
        while (clock < 20) {
            const uint32_t steps = pacer.steps(elapsed, dt);
            elapsed = std::max(1 / 60.0, draws + steps * step);
            clock += elapsed;
            if (clock < 10) continue;
            simulated += steps * dt;
            ++frames;
        }
        fps = frames / 10.0;
        speed = simulated / 10;
    }
};

// Steps that take nearly as long as they simulate, or a little longer: frames do not grow to what the window just
// bears.
TEST(StepPacer, AMachineThatOnlyJustKeepsUpKeepsItsFrames) {
    for (const double dt : {0.001, 0.004, 0.016})
        for (const double share : {0.9, 0.97, 1.03, 1.2}) {
            Machine machine{.step = share * dt, .draws = 0.003};
            machine.run(dt);
            EXPECT_GT(machine.fps, 45) << dt << ' ' << share;
            EXPECT_GT(machine.speed, 0.75 / share) << dt << ' ' << share;
        }
}

TEST(StepPacer, WhereDrawingIsSlowStepsTakeAsMuchAgain) {
    Machine machine{.step = 0.0005, .draws = 0.022};
    machine.run(0.001);
    EXPECT_NEAR(machine.speed, 1, 0.03) << "in real time, at half the frames that it could draw";
}

// A scene of fast steps gives way to one of slow ones.
TEST(StepPacer, AnotherSolversStepsAreMeasuredAnew) {
    StepPacer pacer = fast_machine();
    EXPECT_GT(pacer.steps(0.1, kDt), 30u);
    pacer.new_solver();
    EXPECT_EQ(pacer.steps(0.1, kDt), 1u);
}

// The viewer's frames: at each rate, speed and step of the clock for ten seconds, with hitches, which are made up for,
// and with something said now and then, which changes nothing.
TEST(Playback, SimulatedTimeFollowsTheClockWithinAStep) {
    for (const double rate : {60.0, 144.0, 240.0})
        for (const double dt : {0.001, 0.002, 0.004, 0.008, 0.016})
            for (const double speed : StepPacer::kSpeeds)
                for (const bool hitches : {false, true}) {
                    Playback playback;
                    playback.fix_frames(0);
                    playback.set_speed(speed);
                    playback.set_refresh_rate(rate);
                    playback.measured(dt / 50);
                    double clock = 0, simulated = 0, furthest = 0;
                    for (int frame = 0; clock < 10; ++frame) {
                        const double elapsed = hitches && frame % 37 == 5 ? 0.07 : 1 / rate;
                        clock += elapsed;
                        simulated += playback.steps_due(elapsed, dt) * dt;
                        furthest = std::max(furthest, std::abs(simulated - speed * clock));
                    }
                    EXPECT_LE(furthest, 1.001 * dt)
                        << rate << " Hz, dt " << dt << ", speed " << speed << (hitches ? ", with hitches" : "");
                }
}

// However steps fall on frames, the moment that is shown moves as the clock does.
TEST(Playback, PicturesShowMomentsBetweenSteps) {
    for (const double rate : {60.0, 144.0, 240.0})
        for (const double dt : {0.001, 0.004, 0.008, 0.016})
            for (const double speed : StepPacer::kSpeeds) {
                Playback playback;
                playback.set_speed(speed);
                playback.set_refresh_rate(rate);
                playback.measured(dt / 50);
                double simulated = 0, shown = 0;
                for (int frame = 0; frame < 1000; ++frame) {
                    simulated += playback.steps_due(1 / rate, dt) * dt;
                    const double now = simulated - playback.before();
                    if (frame > 0) {
                        ASSERT_NEAR(now - shown, speed / rate, 1e-6 * dt) << rate << " Hz, dt " << dt;
                    }
                    shown = now;
                }
                EXPECT_GT(playback.before(), 0);
                EXPECT_LE(playback.before(), dt);
                const double paused_at = playback.before();
                playback.toggle_pause();
                playback.steps_due(1 / rate, dt);
                EXPECT_EQ(playback.before(), paused_at) << "a pause does not move the picture";
                playback.step_once();
                playback.steps_due(1 / rate, dt);
                EXPECT_EQ(playback.before(), 0) << "a single step shows what it simulated";
            }
    Playback fixed;
    fixed.fix_frames(1 / 144.0);
    fixed.steps_due(0, 0.016);
    EXPECT_EQ(fixed.before(), 0);
}

TEST(Playback, FixedFramesAreAsLongAsTheySay) {
    Playback playback;
    playback.fix_frames(1 / 144.0);
    playback.measured(10);  // however slow the machine
    uint32_t steps = 0;
    for (int frame = 0; frame < 1440; ++frame) steps += playback.steps_due(frame % 2 ? 5 : 0, 0.016);
    EXPECT_NEAR(steps * 0.016, 10, 0.0161);
}

TEST(Playback, PausedItTakesTheStepsThatWereAskedFor) {
    Playback playback;
    playback.measured(1e-6);
    playback.step_once();
    playback.step_once();
    EXPECT_TRUE(playback.paused());
    EXPECT_EQ(playback.steps_due(0.1, kDt), 2u);
    EXPECT_EQ(playback.steps_due(0.1, kDt), 0u);
    playback.step_once();
    playback.forget_single_steps();
    EXPECT_EQ(playback.steps_due(0.1, kDt), 0u);
    playback.toggle_pause();
    EXPECT_EQ(playback.steps_due(2 * kDt, kDt), 2u) << "the pause is not made up for";
}

TEST(FrameCap, HoldsFramesThatNothingElseHoldsToTheDisplay) {
    FrameCap cap;
    double now = 0;
    for (int f = 0; f < 600; ++f) now += cap.wait(now, 60, false) + 0.001;
    EXPECT_NEAR(600 / now, 60, 0.2);
}

TEST(FrameCap, LeavesFramesAloneThatTheDisplayPaces) {
    FrameCap cap;
    double waited = 0;
    for (int f = 0; f < 600; ++f) waited += cap.wait(f / 60.0, 60, true);
    EXPECT_EQ(waited, 0);
}

TEST(FrameCap, DoesNotMakeUpForALongFrame) {
    FrameCap cap;
    cap.wait(0, 60, true);
    EXPECT_EQ(cap.wait(5, 60, true), 0);
    EXPECT_GT(cap.wait(5.001, 60, true), 0.01);
}

}  // namespace
}  // namespace undine
