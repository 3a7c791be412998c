// The hand in the water against its own speed.
#include "viewer/core/hand.h"

#include <gtest/gtest.h>

#include "viewer/pacing.h"

namespace undine {
namespace {

// Whether frames are longer than a step or many are shorter, and in slow motion: while it moves evenly, every step is
// pulled at that speed.
TEST(Hand, AnEvenMotionIsAnEvenVelocity) {
    constexpr double kSpeed = 0.5;  // m/s on the screen
    for (const double rate : {30.0, 60.0, 144.0, 240.0})
        for (const double slow : StepPacer::kSpeeds)
            for (const double dt : {0.001, 0.016}) {
                StepPacer pacer;
                pacer.measured(1e-6);
                pacer.set_speed(slow);
                Hand hand;
                int with_steps = 0;
                for (int frame = 0; frame < 2 * rate; ++frame) {
                    const glm::vec3 at(1, kSpeed * frame / rate, -2);
                    const uint32_t steps = pacer.steps(1 / rate, dt);
                    const glm::vec3 v = hand.velocity(at, float(steps * dt), 100);
                    if (steps == 0 || ++with_steps == 1) continue;
                    // A frame's steps are whole: they may simulate one more than the hand moved for, or one less.
                    const double moved = kSpeed * steps * dt / slow, one = kSpeed * std::max(dt / slow, 1 / rate);
                    EXPECT_NEAR(v.y * steps * dt, moved, 1.01 * one);
                    EXPECT_GT(v.y, 0) << rate << " Hz, speed " << slow << ", dt " << dt;
                }
                EXPECT_GT(with_steps, 5);
            }
}

TEST(Hand, AJumpIsNoFasterThanTheWaterMayBe) {
    Hand hand;
    hand.velocity({0, 0, 0}, 0.01f, 3);
    EXPECT_NEAR(glm::length(hand.velocity({5, 5, 0}, 0.01f, 3)), 3, 1e-5);
}

TEST(Hand, ANewHoldDoesNotComeFromTheOld) {
    Hand hand;
    hand.velocity({0, 0, 0}, 0.01f, 3);
    hand.let_go();
    EXPECT_EQ(hand.velocity({5, 5, 0}, 0.01f, 3), glm::vec3(0));
}

}  // namespace
}  // namespace undine
