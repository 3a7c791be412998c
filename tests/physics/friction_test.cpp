// Friction and restitution of solids: a lone particle follows Coulomb's law and bounces as high as it should, and water
// brakes a ball that spins in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <iostream>

#include "physics/simulation.h"
#include "scene/mass_properties.h"
#include "scene/parameter_style.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

class Friction : public BackendTest {};
UNDINE_ON_BACKENDS_FOR_LONG_RUNS(Friction);

Parameters large_tank() {
    Parameters p;
    p.dt = 0.002f;
    p.tank_min = {-3, 0, -1};
    p.tank_max = {3, 2, 1};
    return p;
}

ParticleState lone_particle(const glm::vec3& position, const glm::vec3& velocity) {
    ParticleState state;
    state.resize(1);
    state.position[0] = position;
    state.velocity[0] = velocity;
    return state;
}

// It has the friction's deceleration, μg, until it stops, v0²/(2μg) from where it began, whatever holds it up.
TEST_P(Friction, StopsASlidingParticle) {
    const double v0 = 1.2, mu = 0.4;
    for (const WallModel walls : {WallModel::clamp, WallModel::density, WallModel::particles}) {
        for (const bool on_a_box : {false, true}) {
            if (on_a_box && walls == WallModel::particles) continue;  // it is a bumpy road
            SCOPED_TRACE(::testing::Message() << "walls " << int(walls) << ", on a box " << on_a_box);
            Parameters p = large_tank();
            p.walls = walls;
            p.friction = float(mu);
            Scene scene = scene_with(p);
            if (on_a_box) scene.solids = {{.center = {0, 0.2f, 0}, .half_size = {2, 0.1f, 0.5f}}};
            const float floor = (on_a_box ? 0.3f : 0) + (walls == WallModel::clamp ? 0 : p.particle_spacing / 2);
            Simulation slide(scene, lone_particle({0, floor, 0}, {float(v0), 0, 0}), make_backend());
            const int half_way = int(0.5 * v0 / (mu * kGravity) / p.dt);
            slide.run(half_way);
            EXPECT_NEAR(slide.solver.state().velocity[0].x, v0 - mu * kGravity * half_way * p.dt, 2e-3);
            slide.run(2 * half_way);
            const ParticleState end = slide.solver.state();
            EXPECT_LT(glm::length(end.velocity[0]), 1e-4);
            // Symplectic Euler's steps end half a step early.
            EXPECT_NEAR(end.position[0].x, v0 * v0 / (2 * mu * kGravity) - 0.5 * v0 * p.dt, 1e-3);
        }
    }
}

// Below the angle of friction it stays where it is; above, what is left accelerates it.
TEST_P(Friction, HoldsAParticleOnASlopeBelowTheAngleOfFriction) {
    const double mu = 0.5;  // 26.6°
    for (const double degrees : {20.0, 35.0}) {
        SCOPED_TRACE(degrees);
        const double angle = degrees * M_PI / 180;
        Parameters p = large_tank();
        p.friction = float(mu);
        Scene scene = scene_with(p);
        const glm::vec3 normal(float(std::sin(angle)), float(std::cos(angle)), 0);
        scene.planes = {{.normal = normal, .offset = 0.5f}};
        const glm::vec3 start = (0.5f + p.particle_spacing / 2) * normal;
        Simulation slope(scene, lone_particle(start, {}), make_backend());
        const int steps = 100;
        slope.run(steps);
        const double t = steps * p.dt, along = std::max(0.0, std::sin(angle) - mu * std::cos(angle)) * kGravity;
        const double slid = glm::distance(slope.solver.state().position[0], start);
        EXPECT_NEAR(slid, 0.5 * along * t * (t + p.dt), 1e-4);
    }
}

// A box slides away below it, and then a table turns: the particle takes up their speed.
TEST_P(Friction, CarriesAParticleWithTheSurface) {
    const double mu = 0.5, speed = 1;
    Parameters p = large_tank();
    p.friction = float(mu);
    const float top = 0.3f, above = top + p.particle_spacing / 2;
    Scene belt = scene_with(p);
    belt.solids = {{.half_size = {1.5f, 0.1f, 0.5f},
                    .keys = {{.time = 0, .center = {0, 0.2f, 0}}, {.time = 2, .center = {2 * float(speed), 0.2f, 0}}}}};
    Simulation carried(belt, lone_particle({0, above, 0}, {}), make_backend());
    carried.run(300);
    const double lag = speed * speed / (2 * mu * kGravity);
    EXPECT_NEAR(carried.solver.state().velocity[0].x, speed, 1e-3);
    EXPECT_NEAR(carried.solver.state().position[0].x, 300 * p.dt * speed - lag, 3e-3);

    const float radius = 0.4f, turning = 2;  // μg = 4.9 m/s² holds what needs 1.6
    Scene table = scene_with(p);
    table.solids = {
        {.center = {0, 0.2f, 0}, .half_size = {0.7f, 0.1f, 0.7f}, .spin = {0, float(glm::degrees(turning)), 0}}};
    Simulation turned(table, lone_particle({radius, above, 0}, {0, 0, -radius * turning}), make_backend());
    turned.run(400);
    const ParticleState end = turned.solver.state();
    const double angle = turning * 400 * p.dt;
    EXPECT_NEAR(end.position[0].x, radius * std::cos(angle), 0.02 * radius);
    EXPECT_NEAR(end.position[0].z, -radius * std::sin(angle), 0.02 * radius);
}

// It comes back to e² of the height.
TEST_P(Friction, RestitutionReturnsAPartOfTheSpeed) {
    for (const float e : {0.0f, 0.5f, 0.9f}) {
        for (const bool on_a_ball : {false, true}) {
            SCOPED_TRACE(::testing::Message() << e << ", on a ball " << on_a_ball);
            Parameters p = large_tank();
            p.restitution = e;
            Scene scene = scene_with(p);
            if (on_a_ball) scene.solids = {{.center = {0, 0.2f, 0}, .radius = 0.2f}};
            const double drop = 0.8, floor = (on_a_ball ? 0.4 : 0) + p.particle_spacing / 2;
            Simulation ball(scene, lone_particle({0, float(floor + drop), 0}, {}), make_backend());
            const int fall = int(std::sqrt(2 * drop / kGravity) / p.dt) + 2;
            ball.run(fall);
            double highest = 0;
            for (int step = 0; step < 2 * fall; ++step) {
                ball.run(1);
                highest = std::max(highest, ball.solver.state().position[0].y - floor);
            }
            // A step moves it by up to 8 mm as it hits.
            EXPECT_NEAR(highest, e * e * drop, 0.01);
        }
    }
}

// A ball that spins in a blob of water, without gravity: nothing brakes it that has no friction; with it, what the ball
// loses of its spin the water gains.
TEST_P(Friction, WaterBrakesABallThatSpinsInIt) {
    Parameters p;
    p.gravity = {0, 0, 0};
    p.tank_min = {-3, -3, -3};
    p.tank_max = {3, 3, 3};  // far away
    p.grid = GridType::hashed;
    p.dt = 0.004f;
    apply_style(p, "classic", "test");  // whose s_corr presses the water to the ball, without which nothing rubs
    for (const float mu : {0.0f, 0.3f}) {
        SCOPED_TRACE(mu);
        p.friction = mu;
        Scene scene = scene_with(p, {{-0.4f, -0.4f, -0.4f}, {0.4f, 0.4f, 0.4f}});
        scene.solids = {{.radius = 0.2f, .spin = {0, 720, 0}, .density = 500}};
        const MassProperties ball = mass_properties(scene.solids[0]);
        const double inertia = 500 * ball.inertia[1][1];
        Simulation water(scene, make_backend());
        const double before = inertia * glm::radians(720.0);
        water.run(100);
        const ParticleState state = water.solver.state();
        double gained = 0;
        for (size_t i = 0; i < state.size(); ++i)
            gained += double{water.solver.params().particle_mass} *
                      glm::cross(glm::dvec3(state.position[i]), glm::dvec3(state.velocity[i])).y;
        const double left = inertia * water.solver.solid_states()[0].angular_velocity.y;
        std::cout << "friction " << mu << ": of " << before << " the ball keeps " << left << ", the water has "
                  << gained << " N m s\n";
        if (mu == 0) {
            EXPECT_NEAR(left, before, 1e-3 * before);
        } else {
            EXPECT_LT(left, 0.95 * before);
            EXPECT_NEAR(left + gained, before, 0.01 * before) << "two steps' reactions are under way";
        }
    }
}

TEST(FrictionParameters, AreRefusedWhereThereIsNone) {
    Parameters p;
    p.method = MethodType::wcsph;
    p.dt = 0.001f;
    p.restitution = 0.5f;
    EXPECT_EQ(sentence_of([&] { validate(p, "x.toml"); }),
              "x.toml: restitution must be 0 with method = \"wcsph\", which has none, not 0.5");
}

}  // namespace
}  // namespace undine::testing
