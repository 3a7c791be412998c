// A pull brings what is within its reach to its target and to rest there, and leaves everything else alone.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/simulation.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// A resting cube of 6³ particles around (0.15, 0.15, 0.15) m in empty space, its mates 2 m along x.
Scene two_cubes() {
    Parameters p = only_pressure();
    p.grid = GridType::hashed;
    Scene scene = scene_with(p, {{0, 0, 0}, {0.3f, 0.3f, 0.3f}});
    scene.fluids.push_back({{2, 0, 0}, {2.3f, 0.3f, 0.3f}});
    return scene;
}
const glm::vec3 kStart{0.15f};

bool is_near(const glm::vec3& x) { return x.x < 1.5f; }

struct Mean {
    glm::vec3 position{0}, velocity{0};
};

Mean mean_of_near(const ParticleState& state) {
    Mean mean;
    float count = 0;
    for (size_t i = 0; i < state.size(); ++i) {
        if (!is_near(state.position[i])) continue;
        mean.position += state.position[i];
        mean.velocity += state.velocity[i];
        ++count;
    }
    return {mean.position / count, mean.velocity / count};
}

class PullTest : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(PullTest);

TEST_P(PullTest, BringsWaterToRestAtTheTarget) {
    const glm::vec3 way{0.4f, 0.5f, -0.2f};
    Simulation cube(two_cubes(), make_backend());
    const float rate = 0.14f / cube.scene.parameters.dt;  // seven steps a time constant
    cube.solver.set_pull({.target = kStart + way, .radius = 2.5f, .stiffness = rate * rate});
    float farthest = 0;
    for (int step = 0; step < 120; ++step) {
        cube.run(1);
        const Mean mean = mean_of_near(cube.solver.state());
        farthest = std::max(farthest, glm::dot(mean.position - kStart, way) / glm::dot(way, way));
    }
    const Mean end = mean_of_near(cube.solver.state());
    EXPECT_LE(farthest, 1 + tolerance::kPullOvershoot);
    EXPECT_LE(glm::length(end.position - kStart - way), tolerance::kPullOvershoot * glm::length(way));
    EXPECT_LE(glm::length(end.velocity), tolerance::kPullRest);
}

// Alone, so that no pressure answers: with v = 0 at the start, backward Euler of the critically damped spring is at
// 1 − (1 + k dt√k / (1 + dt√k)) / (1 + dt√k)^k of its way after k steps.
TEST_P(PullTest, MovesAParticleAsTheSpringDoes) {
    const Scene scene = two_cubes();
    const float dt = scene.parameters.dt, way = 0.5f;
    for (float s : {0.1f, 1.0f, 3.0f}) {
        SCOPED_TRACE(s);
        ParticleState one;
        one.resize(1);
        Simulation alone(scene, one, make_backend());
        alone.solver.set_pull({.target = {0, way, 0}, .radius = 1e4f, .stiffness = s * s / (dt * dt)});
        for (int k = 1; k <= 60; ++k) {
            alone.run(1);
            const double exact = 1 - (1 + k * s / (1.0 + s)) / std::pow(1.0 + s, k);
            EXPECT_NEAR(alone.solver.state().position[0].y / way, exact, tolerance::kPullSpring) << k;
        }
    }
}

TEST_P(PullTest, FollowsAMovingTarget) {
    const float dt = two_cubes().parameters.dt;
    Simulation cube(two_cubes(), make_backend());
    Pull pull{.target = kStart, .velocity = {0, 0.8f, 0.3f}, .radius = 1.5f, .stiffness = std::pow(0.2f / dt, 2.0f)};
    for (int step = 0; step < 90; ++step) {
        cube.solver.set_pull(pull);
        cube.run(1);
        pull.target += dt * pull.velocity;
    }
    const Mean end = mean_of_near(cube.solver.state());
    EXPECT_LE(glm::length(end.position - pull.target), tolerance::kPullLag);
    EXPECT_LE(glm::length(end.velocity - pull.velocity), tolerance::kPullRest);
}

TEST_P(PullTest, LeavesWhatIsBeyondItsReach) {
    Simulation pulled(two_cubes(), make_backend()), alone(two_cubes(), make_backend());
    pulled.solver.set_pull({.target = {0.3f, 0.5f, 0.2f}, .radius = 1.2f, .stiffness = 400});
    pulled.run(20);
    alone.run(20);
    const ParticleState a = pulled.solver.state(), b = alone.solver.state();
    size_t far = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        if (is_near(b.position[i])) continue;
        ++far;
        EXPECT_EQ(a.position[i], b.position[i]);
        EXPECT_EQ(a.velocity[i], b.velocity[i]);
    }
    EXPECT_EQ(far, a.size() / 2);
    EXPECT_GT(glm::length(mean_of_near(a).position - mean_of_near(b).position), 0.1f);
}

TEST_P(PullTest, IsDeterministicAndNothingWithoutReach) {
    const Pull pull{.target = {0.3f, 0.2f, 0.2f}, .velocity = {1, 0, 0}, .radius = 0.4f, .stiffness = 400};
    Simulation a(two_cubes(), make_backend()), b(two_cubes(), make_backend()), none(two_cubes(), make_backend());
    const ParticleState start = a.solver.state();
    a.solver.set_pull(pull);
    b.solver.set_pull(pull);
    for (Simulation* s : {&a, &b}) s->run(15);
    const ParticleState end = a.solver.state();
    EXPECT_TRUE(same_bytes(end, b.solver.state()));

    a.solver.restart(start);  // keeps it
    a.run(15);
    EXPECT_TRUE(same_bytes(a.solver.state(), end));

    a.solver.set_pull({});
    a.solver.restart(start);
    a.run(15);
    none.run(15);
    EXPECT_TRUE(same_bytes(a.solver.state(), none.solver.state()));
    EXPECT_FALSE(same_bytes(a.solver.state(), end));
}

TEST_P(PullTest, OutlivesNewParametersAndStaysInThePlane) {
    Scene scene = two_cubes(), other = scene;
    scene.parameters.dimensions = other.parameters.dimensions = 2;
    scene.parameters.grid = other.parameters.grid = GridType::dense;
    scene.parameters.tank_max = other.parameters.tank_max = {3, 1, 1};
    other.parameters.xsph_c = 0.1f;
    const Pull pull{.target = {0.4f, 0.5f, 0.7f}, .velocity = {0, 0, 1}, .radius = 0.5f, .stiffness = 400};
    Simulation running(scene, make_backend());
    running.solver.set_pull(pull);
    ASSERT_TRUE(running.solver.adopt(other));
    running.run(10);
    Simulation made(other, make_backend());
    made.solver.set_pull(pull);
    made.run(10);
    const ParticleState end = running.solver.state();
    EXPECT_TRUE(same_bytes(end, made.solver.state()));
    EXPECT_GT(mean_of_near(end).velocity.y, 0.01f);
    for (const glm::vec3& x : end.position) EXPECT_EQ(x.z, 0);
}

}  // namespace
}  // namespace undine::testing
