// Motion with a known answer: free fall, momentum, particles in one place, the speed limit.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/oracle_comparison.h"
#include "physics/momentum.h"
#include "physics/simulation.h"
#include "scene/parameter_table.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

constexpr double kEpsilon = std::numeric_limits<float>::epsilon();

// 7 × 7 × 7 particles, too far apart to meet; half of them left, half right of the origin.
ParticleState lone_drops(float distance, glm::vec3 velocity) {
    ParticleState state;
    for (int i = 0; i < 343; ++i) state.position.push_back(distance * glm::vec3(i % 7 - 3, i / 7 % 7 - 3, i / 49 - 3));
    state.resize(343);
    for (uint32_t i = 0; i < 343; ++i) {
        state.velocity[i] = velocity;
        state.id[i] = i;
    }
    return state;
}

class FreeFall : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(FreeFall);

// x_n = x_0 + n dt v_0 + a dt² n (n + 1)/2, the sum of symplectic Euler's steps.
TEST_P(FreeFall, FollowsSymplecticEuler) {
    Parameters p = only_pressure();
    p.gravity = {0, -9.81f, 0};
    p.external_acceleration = {0.5f, 0, 0};
    p.grid = GridType::hashed;
    const glm::vec3 v0(1, 2, -3);
    const ParticleState start = lone_drops(0.15f, v0);
    Simulation fall(scene_with(p), start, make_backend());
    const int n = 100;
    fall.run(n);
    const ParticleState end = fall.solver.state();
    const double dt = p.dt;
    const glm::dvec3 a = glm::dvec3(p.gravity) + glm::dvec3(p.external_acceleration);
    double worst = 0, worst_velocity = 0;
    for (size_t i = 0; i < end.size(); ++i) {
        const glm::dvec3 x = glm::dvec3(start.position[i]) + n * dt * glm::dvec3(v0) + a * (dt * dt * n * (n + 1) / 2);
        worst = std::max(worst, glm::length(glm::dvec3(end.position[i]) - x));
        worst_velocity =
            std::max(worst_velocity, glm::length(glm::dvec3(end.velocity[i]) - (glm::dvec3(v0) + n * dt * a)));
    }
    EXPECT_LE(worst, tolerance::kFreeFall * kEpsilon * std::pow(n, 1.5));
    EXPECT_LE(worst_velocity, tolerance::kFreeFall * kEpsilon / dt * std::sqrt(n));
}

class Momentum : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Momentum);

TEST_P(Momentum, IsConservedByPressureAndViscosity) {
    for (ConstraintType constraint : {ConstraintType::bilateral, ConstraintType::unilateral})
        for (const float c : {0.0f, 0.2f}) {
            SCOPED_TRACE(::testing::Message() << "constraint " << int(constraint) << ", c " << c);
            Parameters p = only_pressure();
            p.scorr_k = 0.01f;
            p.constraint = constraint;
            p.grid = GridType::hashed;
            p.xsph_c = c;
            EXPECT_LE(momentum_gained(p, make_backend()), tolerance::kMomentum);
            if (c == 0) continue;
            p.viscosity_density = PairDensity::neighbor;
            EXPECT_GT(momentum_gained(p, make_backend()), 10 * tolerance::kMomentum) << "the form that does not";
        }
}

TEST_P(Momentum, IsConservedByMultipliersFromTheStart) {
    for (const char* repulsion : {"shift", "none"}) {
        SCOPED_TRACE(repulsion);
        Parameters p = only_pressure();
        p.gradients = GradientPlace::start;
        set_parameter(p, "repulsion", repulsion, "test");
        p.grid = GridType::hashed;
        p.xsph_rate = 12.5f;
        p.viscosity = 0.02f;
        p.error_rate = 5;
        EXPECT_LE(momentum_gained(p, make_backend()), tolerance::kMomentum);
    }
}

class Coincident : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Coincident);

// r = 0 has no direction: such a pair counts in the density and pushes nobody.
TEST_P(Coincident, ParticlesStayFinite) {
    for (KernelType kernel : {KernelType::poly6_spiky, KernelType::cubic_spline}) {
        Parameters p = only_pressure();
        p.scorr_k = 0.01f;
        p.xsph_c = 0.1f;
        p.vorticity = VorticityMode::A;
        p.kernel = kernel;
        ParticleState start;
        for (uint32_t i = 0; i < 40; ++i) {  // 20 in one place, 20 in a line through it
            start.position.push_back(i < 20 ? glm::vec3(0.5f) : glm::vec3(0.5f, 0.5f, 0.5f + 0.01f * (i - 19)));
            start.id.push_back(i);
        }
        start.resize(40);
        Simulation heap(scene_with(p), start, make_backend());
        heap.run(20);
        const Statistics s = heap.statistics();
        EXPECT_EQ(s.nan_count, 0u);
        EXPECT_EQ(s.dropped_neighbors, 0u);

        ParticleState pair{.position = {glm::vec3(0.5f), glm::vec3(0.5f)}};
        pair.resize(2);
        pair.id = {0, 1};
        Simulation two(scene_with(p), pair, make_backend());
        two.run(3);
        const ParticleState end = two.solver.state();
        for (int i : {0, 1}) {
            EXPECT_EQ(end.position[i], glm::vec3(0.5f));
            EXPECT_FLOAT_EQ(end.density[i], 2 * two.solver.params().particle_mass * two.solver.params().self_weight);
        }
    }
}

class SpeedLimit : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(SpeedLimit);

// One step of lone drops at 0, 0.1, 0.2 … m/s in changing directions, none at 12.5 m/s.
void expect_speeds_limited(Parameters p, std::unique_ptr<Backend> backend) {
    const double limit = 12.5;
    p.max_speed = float(limit * p.dt / p.support_radius);
    p.grid = GridType::hashed;
    ParticleState start = lone_drops(0.3f, {0, 0, 0});
    uint64_t above = 0;
    for (size_t i = 0; i < start.size(); ++i) {
        const float speed = 0.1f * static_cast<float>(i) + 0.03f;
        start.velocity[i] = speed * (i % 2 ? glm::vec3(0.6f, -0.8f, 0) : glm::vec3(0, 0, -1));
        above += speed > limit;
    }
    Simulation drops(scene_with(p), start, std::move(backend));
    drops.run(1);
    const ParticleState end = drops.solver.state();
    EXPECT_EQ(drops.statistics().clamped_speeds, above);
    EXPECT_EQ(above, 218u);
    for (size_t i = 0; i < end.size(); ++i) {
        const glm::dvec3 v = start.velocity[i];
        const glm::dvec3 expected = v * std::min(1.0, limit / std::max(glm::length(v), 1e-9));
        const glm::dvec3 moved = glm::dvec3(end.position[i]) - glm::dvec3(start.position[i]);
        EXPECT_LE(glm::length(moved - expected * double{p.dt}), 4 * kEpsilon) << "particle " << i;
    }
}

TEST_P(SpeedLimit, CountsExactlyWhatItSlowsDown) { expect_speeds_limited(only_pressure(), make_backend()); }

TEST_P(SpeedLimit, HoldsForWeaklyCompressibleWaterToo) {
    Parameters p = only_pressure();
    p.method = MethodType::wcsph;
    p.dt = 0.001f;
    expect_speeds_limited(p, make_backend());
}

}  // namespace
}  // namespace undine::testing
