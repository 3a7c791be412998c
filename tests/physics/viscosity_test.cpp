// Viscosity: how fast it makes shear decay, the same at every step, and what it keeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "physics/simulation.h"
#include "scene/sampling.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// ν that parameters amount to, m²/s: of how a shear wave v = A sin(k s) along `across`, s along `along`, decays in the
// middle of a cube, A ~ exp(−ν k² t), over 0.02 s, in which it moves the particles little.
double measured_viscosity(const Parameters& parameters, glm::dvec3 along, glm::dvec3 across) {
    constexpr double kWave = 2 * std::numbers::pi, kSeconds = 0.02, kSpeed = 0.2;
    Scene scene = scene_with(parameters, {glm::vec3(-0.6f), glm::vec3(0.6f)});
    ParticleState start = sample_fluid(scene);
    const auto wave_at = [&](const glm::vec3& x) { return std::sin(kWave * glm::dot(glm::dvec3(x), along)); };
    for (size_t i = 0; i < start.size(); ++i)
        start.velocity[i] = glm::vec3(kSpeed * wave_at(start.position[i]) * across);
    Simulation cube(scene, start, make_test_backend("cpu"));
    cube.run(int(std::lround(kSeconds / parameters.dt)));
    const ParticleState end = cube.solver.state();
    double kept = 0, all = 0;
    for (size_t i = 0; i < end.size(); ++i) {
        const glm::vec3 x = glm::abs(end.position[i]);
        if (std::max({x.x, x.y, x.z}) > 0.4f) continue;
        const double wave = wave_at(end.position[i]);
        kept += wave * glm::dot(glm::dvec3(end.velocity[i]), across);
        all += wave * wave * kSpeed;
    }
    return -std::log(kept / all) / (kWave * kWave * kSeconds);
}

// Of all directions together: a cubic lattice resists shear along its axes and along its diagonals differently, of
// which Voigt's mean is that of an isotropic fluid.
double mean_viscosity(const Parameters& parameters) {
    const double half = std::sqrt(0.5);
    const double axes = measured_viscosity(parameters, {0, 1, 0}, {1, 0, 0}),
                 diagonals = measured_viscosity(parameters, {half, half, 0}, {half, -half, 0});
    return (3 * axes + 2 * diagonals) / 5;
}

Parameters shear(float dt) {
    Parameters p = only_pressure();
    p.grid = GridType::hashed;
    p.dt = dt;
    return p;
}

TEST(Viscosity, IsThatOfNavierAndStokes) {
    for (const float viscosity : {0.02f, 0.05f})
        for (const float dt : {0.001f, 0.004f}) {
            Parameters p = shear(dt);
            p.viscosity = viscosity;
            const double ratio = mean_viscosity(p) / viscosity;
            std::cout << "ν " << viscosity << ", dt " << dt << ": " << ratio << '\n';
            EXPECT_NEAR(ratio, 1, tolerance::kViscosity) << "dt " << dt;
        }
}

TEST(Viscosity, OfXsphByItsRateIsTheSameAtEveryStep) {
    for (const float dt : {0.001f, 0.002f, 0.004f}) {
        Parameters p = shear(dt);
        p.xsph_rate = 50;
        const double law = p.xsph_rate * p.support_radius * p.support_radius / 22;
        const double ratio = mean_viscosity(p) / law;
        std::cout << "dt " << dt << ": " << ratio << '\n';
        EXPECT_NEAR(ratio, 1, tolerance::kViscosity) << "dt " << dt;
    }
}

// A cube of water that turns, under its pressure, without anything around it.
TEST(Viscosity, OfMonaghanKeepsAngularMomentum) {
    const auto kept = [](const Parameters& p) {
        Scene scene = scene_with(p, {glm::vec3(-0.3f), glm::vec3(0.3f)});
        ParticleState start = sample_fluid(scene);
        for (size_t i = 0; i < start.size(); ++i) start.velocity[i] = glm::cross(glm::vec3(0, 0, 1), start.position[i]);
        const auto angular = [](const ParticleState& state) {
            glm::dvec3 sum(0);
            for (size_t i = 0; i < state.size(); ++i)
                sum += glm::cross(glm::dvec3(state.position[i]), glm::dvec3(state.velocity[i]));
            return sum.z;
        };
        const double before = angular(start);
        Simulation cube(scene, start, make_test_backend("cpu"));
        cube.run(250);
        return angular(cube.solver.state()) / before;
    };
    Parameters p;
    p.gravity = {0, 0, 0};
    p.walls = WallModel::none;
    p.grid = GridType::hashed;
    p.xsph_rate = 0;
    Parameters by_xsph = p;
    p.viscosity = 0.02f;
    by_xsph.xsph_rate = 12.5f;
    const double of_viscosity = kept(p), of_xsph = kept(by_xsph);
    std::cout << "kept " << of_viscosity << ", by XSPH " << of_xsph << '\n';
    EXPECT_NEAR(of_viscosity, 1, 0.005) << "in a second";
    EXPECT_LT(of_xsph, 0.97) << "which damps rotation, too";
}

}  // namespace
}  // namespace undine::testing
