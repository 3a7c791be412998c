// Solids that float: how deep, how calmly, and that water and solids together keep their momentum.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <glm/geometric.hpp>

#include "physics/simulation.h"
#include "scene/mass_properties.h"
#include "scene/mesh/solid_mesh.h"
#include "solver/floating_bodies.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "unit/input_testing.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

class Floating3D : public BackendTest {};
UNDINE_ON_BACKENDS_FOR_LONG_RUNS(Floating3D);

TEST(MassProperties, AreThoseOfTheShape) {
    const Solid box{.half_size = {0.1f, 0.2f, 0.3f}}, ball{.radius = 0.2f};
    const MassProperties of_box = mass_properties(box), of_ball = mass_properties(ball);
    EXPECT_NEAR(of_box.volume, 8 * 0.1 * 0.2 * 0.3, 1e-8);
    EXPECT_NEAR(of_box.inertia[0][0] / of_box.volume, (0.2 * 0.2 + 0.3 * 0.3) / 3, 1e-4);
    EXPECT_NEAR(of_ball.volume, 4.0 / 3 * M_PI * 0.008, 1e-3 * of_ball.volume);
    EXPECT_NEAR(of_ball.inertia[1][1] / of_ball.volume, 0.4 * 0.04, 1e-3 * 0.4 * 0.04);
    Solid mesh;
    const MeshBox of{{0.3, 0, 0}, {0.1, 0.2, 0.3}};
    mesh.mesh = solid_mesh(box_mesh(std::span(&of, 1)));
    const MassProperties of_mesh = mass_properties(mesh);
    EXPECT_NEAR(of_mesh.volume, 8 * 0.1 * 0.2 * 0.3, 1e-9);
    EXPECT_NEAR(of_mesh.center.x, 0.3, 1e-9);
    EXPECT_NEAR(of_mesh.inertia[0][0] / of_mesh.volume, (0.2 * 0.2 + 0.3 * 0.3) / 3, 1e-9);
    EXPECT_NEAR(of_mesh.inertia[1][0], 0, 1e-12);
}

// In the air it falls as any body does, and comes to rest on the floor.
TEST(FloatingBodies, FallAndComeToRest) {
    Parameters p;
    p.tank_max = {1, 3, 1};
    p.dt = 0.002f;
    Scene scene = scene_with(p, {{0, 0, 0}, {0.1f, 0.1f, 0.1f}});
    scene.solids = {{.center = {0.5f, 2, 0.5f}, .half_size = {0.1f, 0.1f, 0.1f}, .spin = {0, 90, 0}, .density = 500}};
    std::vector<SolidState> states = states_at(scene.solids, 0);
    FloatingBodies bodies(scene, {.start = states});
    const int steps = 250;
    for (int k = 0; k < steps; ++k) bodies.advance({}, 0);
    bodies.place(states);
    const double time = steps * p.dt, fall = 0.5 * 9.81 * time * (time + p.dt);  // symplectic Euler
    EXPECT_NEAR(states[0].center.y, 2 - fall, 2e-3);
    EXPECT_NEAR(states[0].angular_velocity.y, M_PI / 2, 1e-3);
    for (int k = 0; k < 2000; ++k) bodies.advance({}, 0);
    bodies.place(states);
    EXPECT_NEAR(states[0].center.y, 0.1, 5e-3);
    EXPECT_LT(glm::length(states[0].velocity), 5e-3);
}

// Two balls and a box that knock against each other and the walls: what Bullet remembers of their contacts matters.
TEST(FloatingBodies, AreMadeAgainFromTheirHistory) {
    Parameters p;
    p.tank_max = {1, 3, 1};
    p.dt = 0.004f;
    Scene scene = scene_with(p, {{0, 0, 0}, {0.1f, 0.1f, 0.1f}});
    scene.solids = {
        {.center = {0.5f, 1, 0.5f}, .radius = 0.2f, .density = 500},
        {.center = {0.4f, 1.5f, 0.6f}, .radius = 0.15f, .density = 900},
        {.center = {0.55f, 2, 0.5f}, .half_size = {0.1f, 0.2f, 0.15f}, .spin = {90, 45, 0}, .density = 300}};
    const auto reactions_of = [](int step) {
        std::vector<Reaction> all(3);
        for (size_t k = 0; k < 3; ++k) all[k].impulse = {0.1 * std::sin(0.1 * step + double(k)), 0.3, 0.05};
        return all;
    };
    std::vector<SolidState> states = states_at(scene.solids, 0), remade = states;
    FloatingBodies bodies(scene, {.start = states});
    std::vector<std::unique_ptr<FloatingBodies>> copies;
    // Also just before and after the world is made anew.
    constexpr int kMost = int(FloatingBodies::kMostSteps), kLast = 2 * kMost + 300;
    for (int k = 0; k < kLast; ++k) {
        if (k == 0 || k == 400 || k == kMost || k == kMost + 1 || k == 2 * kMost + 7)
            copies.push_back(std::make_unique<FloatingBodies>(scene, bodies.history()));
        bodies.advance(reactions_of(k), (k + 1) * double{p.dt});
        for (const auto& copy : copies) copy->advance(reactions_of(k), (k + 1) * double{p.dt});
    }
    EXPECT_LE(bodies.history().steps.size(), FloatingBodies::kMostSteps);
    bodies.place(states);
    for (const auto& copy : copies) {
        copy->place(remade);
        EXPECT_EQ(remade, states);
        EXPECT_EQ(copy->momentum(), bodies.momentum());
    }
    EXPECT_NE(states[0].center, glm::dvec3(scene.solids[0].center));
}

// A hand turns and lifts it until the point that is held is where it should be.
TEST(FloatingBodies, FollowTheHandThatHoldsThem) {
    Parameters p;
    p.tank_max = {3, 3, 3};
    p.dt = 0.004f;
    Scene scene = scene_with(p, {{0, 0, 0}, {0.1f, 0.1f, 0.1f}});
    scene.solids = {{.center = {1, 1, 1}, .half_size = {0.2f, 0.1f, 0.1f}, .density = 500}};
    std::vector<SolidState> states = states_at(scene.solids, 0);
    FloatingBodies bodies(scene, {.start = states});
    const Grip grip{.solid = 0, .point = {0.2, 0.1, 0.1}, .target = {1.5, 2, 1}, .stiffness = 200};
    bodies.hold(grip);
    const auto distance = [&] {
        bodies.place(states);
        return glm::length(states[0].center + states[0].rotation * grip.point - grip.target);
    };
    for (int k = 0; k < 2000; ++k) bodies.advance({}, 0);
    // It hangs from the spring by its weight: m g = m k s.
    EXPECT_NEAR(distance(), 9.81 / grip.stiffness, 2e-3);
    EXPECT_LT(glm::length(states[0].velocity), 0.05);
    bodies.hold({});
    for (int k = 0; k < 100; ++k) bodies.advance({}, 0);
    EXPECT_GT(distance(), 0.5) << "let go, it falls";
}

struct Rest {
    double depth = 0;   // of the cube's bottom below the water's surface, in edges
    double jitter = 0;  // m/s: greatest speed of the cube in the last half second
};

// A cube in a tank of water at rest, put where it should float, for as long as it takes the water to calm down.
Rest rest_of_cube(float share, std::unique_ptr<Backend> backend) {
    constexpr float kEdge = 0.3f, kLevel = 0.45f;
    Parameters p;
    p.particle_spacing = 0.025f;
    p.support_radius = 0.05f;
    p.dt = 0.004f;
    p.tank_max = {0.7f, 1, 0.7f};
    Scene scene = scene_with(p, {{0, 0, 0}, {0.7f, kLevel, 0.7f}});
    const float bottom = kLevel - share * kEdge;
    scene.solids = {{.center = {0.35f, bottom + kEdge / 2, 0.35f},
                     .half_size = {kEdge / 2, kEdge / 2, kEdge / 2},
                     .density = share * p.rest_density}};
    Simulation water(scene, std::move(backend));
    const double area = double{p.tank_max.x} * p.tank_max.z;
    const double volume = double(water.solver.state().size()) * water.solver.params().mass_ratio;
    Rest rest;
    double depth = 0;
    constexpr int kSteps = 500, kMeasured = 125;
    for (int step = 0; step < kSteps; ++step) {
        water.run(1);
        if (step < kSteps - kMeasured) continue;
        const SolidState& at = water.solver.solid_states()[0];
        // The surface is where the water's volume and what the cube displaces fill the tank.
        const double y = at.center.y - kEdge / 2, k2 = double{kEdge} * kEdge;
        depth += ((volume - k2 * y) / (area - k2) - y) / kEdge / kMeasured;
        rest.jitter = std::max(rest.jitter, glm::length(at.velocity));
    }
    rest.depth = depth;
    return rest;
}

TEST_P(Floating3D, ACubeRestsAtItsDensity) {
    for (const float share : {0.25f, 0.5f, 0.75f}) {
        const Rest rest = rest_of_cube(share, make_backend());
        std::cout << share << ": depth " << rest.depth << ", jitter " << rest.jitter << " m/s\n";
        EXPECT_NEAR(rest.depth, share, 0.03) << share;
        EXPECT_LT(rest.jitter, 0.05) << share;
    }
}

// Without gravity and walls, a box flies into a blob of water: what the one loses, the other gains.
TEST_P(Floating3D, MomentumIsConserved) {
    const std::vector<std::function<void(Parameters&)>> changes = {
        [](Parameters&) {},  // the defaults
        [](Parameters& p) { p.xsph_c = 0; },
        [](Parameters& p) { p.xsph_c = 0, p.friction = p.restitution = 0.4f; },
        [](Parameters& p) { p.slip_length = 0, p.viscosity = 0.02f; },
    };
    for (size_t i = 0; i < changes.size(); ++i) {
        SCOPED_TRACE(i);
        Parameters p;
        changes[i](p);
        p.gravity = {0, 0, 0};
        p.walls = WallModel::density;
        p.tank_min = {-3, -3, -3};
        p.tank_max = {3, 3, 3};  // far away
        p.grid = GridType::hashed;
        Scene scene = scene_with(p, {{-0.3f, -0.3f, -0.3f}, {0.3f, 0.3f, 0.3f}});
        scene.solids = {{.center = {-0.6f, 0.05f, 0.02f},
                         .rotation = {10, 20, 30},
                         .half_size = {0.15f, 0.1f, 0.2f},
                         .density = 600,
                         .velocity = {2, 0, 0}}};
        Simulation water(scene, make_backend());
        auto momentum = [&] {
            glm::dvec3 sum = water.solver.floating_momentum();
            for (const glm::vec3& v : water.solver.state().velocity)
                sum += double{water.solver.params().particle_mass} * glm::dvec3(v);
            return sum;
        };
        const glm::dvec3 before = momentum();
        water.run(150);
        const glm::dvec3 after = momentum();
        const double scale = before.x;  // kg m/s, the box's
        EXPECT_GT(before.x, 1);
        EXPECT_LT(water.solver.solid_states()[0].velocity.x, 1.5) << "the water must have slowed it down";
        std::cout << "momentum " << before.x << ", change " << glm::length(after - before) / scale << '\n';
        EXPECT_LT(glm::length(after - before), 2e-4 * scale) << "rounding of 4,000 positions in single precision";
    }
}

}  // namespace
}  // namespace undine::testing
