// Walls with a slip length: how a lone particle is slowed along them, and by what moves itself. The flow between plates
// is a case of `undine validate` (validate_test.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <iostream>

#include "physics/simulation.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

class Slip : public BackendTest {};
UNDINE_ON_BACKENDS_FOR_LONG_RUNS(Slip);

constexpr double kSlipViscosity = 0.05;  // m²/s
constexpr int kSlipSteps = 50;

Parameters weightless_tank() {
    Parameters p;
    p.dt = 0.001f;
    p.gravity = {0, 0, 0};
    p.xsph_rate = 0;
    p.viscosity = float(kSlipViscosity);
    p.tank_min = {-3, 0, -1};
    p.tank_max = {3, 2, 1};
    return p;
}

ParticleState gliding(float height, const glm::vec3& velocity) {
    ParticleState state;
    state.resize(1);
    state.position[0] = {0, height, 0};
    state.velocity[0] = velocity;
    return state;
}

// At half a spacing from a wall, dv/dt = −ν v/(d (d/2 + b)), and backward Euler's steps; at a whole one, none.
double kept_in_theory(const Parameters& p, double viscosity) {
    const double d = p.particle_spacing, rate = viscosity / (d * (0.5 * d + p.slip_length));
    return std::pow(1 + p.dt * rate, -kSlipSteps);
}

TEST_P(Slip, SlowsWhatGlidesAlongAWall) {
    for (const char* method : {"pbf", "wcsph"})
        for (const float slip : {0.0f, 0.02f, 0.5f, 1e6f})
            for (const bool on_a_box : {false, true}) {
                SCOPED_TRACE(::testing::Message() << method << ", slip " << slip << ", on a box " << on_a_box);
                Parameters p = weightless_tank();
                p.method = method == std::string("pbf") ? MethodType::pbf : MethodType::wcsph;
                p.slip_length = slip;
                Scene scene = scene_with(p);
                if (on_a_box) scene.solids = {{.center = {0, 0.2f, 0}, .half_size = {2, 0.1f, 0.5f}}};
                const float floor = on_a_box ? 0.3f : 0;
                const glm::vec3 v(0.3f, 0, 0.2f);
                Simulation near(scene, gliding(floor + p.particle_spacing / 2, v), make_backend());
                near.run(kSlipSteps);
                const double expected = slip >= 1e6f ? 1 : kept_in_theory(p, kSlipViscosity);
                const glm::vec3 after = near.solver.state().velocity[0];
                EXPECT_NEAR(after.x, v.x * expected, 1e-4 * v.x);
                EXPECT_NEAR(after.z, v.z * expected, 1e-4 * v.z);
                EXPECT_NEAR(after.y, 0, 1e-5);
                Simulation far(scene, gliding(floor + 1.01f * p.particle_spacing, v), make_backend());
                far.run(kSlipSteps);
                EXPECT_NEAR(far.solver.state().velocity[0].x, v.x, 1e-5) << "what is farther than d";
            }
}

// XSPH has a viscosity, too: of c per step about c h²/(22 dt).
TEST_P(Slip, DragsWithTheViscosityOfXsph) {
    Parameters p = weightless_tank();
    p.viscosity = 0;
    p.xsph_c = 0.1f;
    p.slip_length = 0.02f;
    Simulation near(scene_with(p), gliding(p.particle_spacing / 2, {0.3f, 0, 0}), make_backend());
    near.run(kSlipSteps);
    const double viscosity = p.xsph_c * p.support_radius * p.support_radius / (22 * p.dt);
    EXPECT_NEAR(near.solver.state().velocity[0].x / 0.3, kept_in_theory(p, viscosity), 0.02);
}

// A belt and a table that turns take a particle along.
TEST_P(Slip, CarriesAParticleWithTheSurface) {
    Parameters p = weightless_tank();
    p.slip_length = 0;
    Scene belt = scene_with(p);
    belt.solids = {{.half_size = {1.5f, 0.1f, 0.5f},
                    .keys = {{.time = 0, .center = {0, 0.2f, 0}}, {.time = 2, .center = {1, 0.2f, 0}}}}};
    Simulation carried(belt, gliding(0.3f + p.particle_spacing / 2, {}), make_backend());
    carried.run(kSlipSteps);
    EXPECT_NEAR(carried.solver.state().velocity[0].x, 0.5 * (1 - kept_in_theory(p, kSlipViscosity)), 1e-4);

    Scene table = scene_with(p);
    table.solids = {{.center = {0, 0.2f, 0}, .half_size = {0.7f, 0.1f, 0.7f}, .spin = {0, 90, 0}}};
    ParticleState out = gliding(0.3f + p.particle_spacing / 2, {});
    out.position[0].x = 0.4f;
    Simulation turned(table, out, make_backend());
    turned.run(1);
    const double one_step = 1 - std::pow(kept_in_theory(p, kSlipViscosity), 1.0 / kSlipSteps);
    EXPECT_NEAR(turned.solver.state().velocity[0].z, -0.4 * M_PI / 2 * one_step, 1e-4);
}

// A thick liquid that collapses runs the farther the more it may slip.
TEST_P(Slip, HoldsBackTheFrontOfADam) {
    double last = 0;
    for (const float slip : {0.0f, 0.05f, 1e6f}) {
        Parameters p;
        p.dimensions = 2;
        p.support_radius = 0.1f;
        p.particle_spacing = 0.05f;
        p.viscosity = 0.02f;
        p.slip_length = slip;
        p.tank_max = {4, 2, 0};
        Simulation dam(scene_with(p, {{0, 0, 0}, {0.75f, 1.5f, 0}}), make_backend());
        dam.run(int(std::lround(0.6 / p.dt)));
        double front = 0;
        for (const glm::vec3& x : dam.solver.state().position) front = std::max(front, double{x.x});
        std::cout << "slip " << slip << ": front at " << front << " m\n";
        EXPECT_GT(front, last + p.particle_spacing) << "slip " << slip;
        last = front;
    }
}

}  // namespace
}  // namespace undine::testing
