// What floating solids do to walls and to each other, without water.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/simulation.h"
#include "solver/floating_bodies.h"

namespace undine::testing {
namespace {

constexpr double kGravity = 9.81;

// A room of 4 m with solids that no water touches.
class Room {
  public:
    explicit Room(std::vector<Solid> solids, float dt = 0.004f) : scene_(scene_of(std::move(solids), dt)) {}

    void advance() {
        bodies_.advance({}, ++steps_ * double{scene_.parameters.dt});
        bodies_.place(states_);
    }
    const SolidState& state(size_t k) const { return states_[k]; }

  private:
    static Scene scene_of(std::vector<Solid> solids, float dt) {
        Parameters p;
        p.tank_max = {4, 4, 4};
        p.dt = dt;
        Scene scene = scene_with(p, {{0, 0, 0}, {0.1f, 0.1f, 0.1f}});
        scene.solids = std::move(solids);
        return scene;
    }

    Scene scene_;
    std::vector<SolidState> states_ = states_at(scene_.solids, 0);
    FloatingBodies bodies_{scene_, {.start = states_}};
    int steps_ = 0;
};

struct Bounce {
    double fell = 0, rose = 0;  // m/s, at most
    double dip = 0;             // part of the radius that was below the floor
};
Bounce bounce_of(float restitution, float dt) {
    constexpr double kRadius = 0.1;
    Room room({{.center = {2, 1, 2}, .radius = kRadius, .density = 500, .restitution = restitution}}, dt);
    Bounce bounce;
    for (double t = 0; t < 0.9; t += dt) {
        room.advance();
        const double up = room.state(0).velocity.y;
        bounce.fell = std::max(bounce.fell, -up);
        bounce.rose = std::max(bounce.rose, up);
        bounce.dip = std::max(bounce.dip, 1 - room.state(0).center.y / kRadius);
    }
    return bounce;
}

TEST(SolidContact, ABallKeepsItsRestitutionOfTheSpeedAndStaysAboveTheFloor) {
    for (const float dt : {0.001f, 0.004f, 0.008f})
        for (const float e : {0.0f, 0.5f, 0.9f}) {
            const Bounce bounce = bounce_of(e, dt);
            std::cout << "dt " << dt << ", e " << e << ": " << bounce.rose / bounce.fell << ", dip " << bounce.dip
                      << '\n';
            EXPECT_NEAR(bounce.fell, std::sqrt(2 * kGravity * 0.9), 0.1);
            EXPECT_NEAR(bounce.rose / bounce.fell, e, 0.05) << "dt " << dt;
            EXPECT_LT(bounce.dip, 0.02) << "dt " << dt << ", e " << e;
        }
}

// Coulomb: v²/(2 μ g).
TEST(SolidContact, ABoxSlidesAsFarAsItsFrictionLetsIt) {
    for (const float friction : {0.1f, 0.3f, 0.6f}) {
        Room room({{.center = {1, 0.1f, 2},
                    .half_size = {0.2f, 0.1f, 0.2f},
                    .density = 500,
                    .velocity = {1.5f, 0, 0},
                    .friction = friction}});
        for (int k = 0; k < 600; ++k) room.advance();
        const double way = 1.5 * 1.5 / (2 * friction * kGravity);
        std::cout << "friction " << friction << ": " << (room.state(0).center.x - 1) / way << " of " << way << " m\n";
        EXPECT_NEAR((room.state(0).center.x - 1) / way, 1, 0.05) << friction;
        EXPECT_LT(glm::length(room.state(0).velocity), 0.01);
    }
}

// Between two that float, the greater restitution and the geometric mean of the frictions (docs/scene-format.md).
TEST(SolidContact, OfTwoThatFloatBothCount) {
    const Solid ball{.center = {1, 2, 2}, .radius = 0.1f, .density = 500, .velocity = {1, 0, 0}, .restitution = 0};
    Solid other = ball;
    other.center.x = 1.5f, other.velocity.x = -1, other.restitution = 0.8f;
    Room room({ball, other});
    double apart = 0;
    for (int k = 0; k < 100; ++k) {
        room.advance();
        apart = std::max(apart, room.state(1).velocity.x - room.state(0).velocity.x);
    }
    EXPECT_NEAR(apart / 2, 0.8, 0.03);
}

}  // namespace
}  // namespace undine::testing
