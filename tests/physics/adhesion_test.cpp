// Adhesion [Akinci13]: a drop at a plane, under a ceiling and on solids.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <numbers>

#include "measure/drop.h"
#include "physics/simulation.h"
#include "scene/parameter_style.h"
#include "scene/sampling.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

Parameters drop_in_a_tank() {
    Parameters p;
    p.gravity = {0, 0, 0};
    p.tank_min = {-1, 0, -1};
    p.tank_max = {1, 1, 1};
    p.surface_tension = 20;
    return p;
}

ParticleState ball_at(const Parameters& p, double radius, const glm::vec3& center) {
    ParticleState ball = ball_of_fluid(p, radius);
    for (glm::vec3& x : ball.position) x += center;
    return ball;
}

double mean_height(const ParticleState& state) {
    double sum = 0;
    for (const glm::vec3& x : state.position) sum += x.y;
    return sum / static_cast<double>(state.size());
}

// m/s: the root mean square of how far particles come in 0.1 s. Their velocities tell less of a drop at rest: they hold
// what the forces at the surface add in a step, which the pressure of the next takes away.
double pace(Simulation& drop) {
    constexpr int kSteps = 25;
    const ParticleState start = drop.solver.state();
    drop.run(kSteps);
    const ParticleState end = drop.solver.state();
    double sum = 0;
    for (size_t i = 0; i < end.size(); ++i) {
        const glm::dvec3 way = end.position[i] - start.position[i];
        sum += glm::dot(way, way);
    }
    return std::sqrt(sum / static_cast<double>(end.size())) / (kSteps * double{drop.scene.parameters.dt});
}

// Young and Dupré: W = σ (1 + cos θ), of drops that have come to rest: the same after 12 s and after 24 s. At W = 1.5 σ
// they have not (docs/flex.md), and by default not at 1.25 σ: their particles creep at 0.015 m/s.
TEST(Adhesion, ADropOnAPlaneHasTheContactAngleOfYoungAndDupre) {
    for (double share : {0.5, 1.0, 1.25}) {
        SCOPED_TRACE(share);
        Parameters p = drop_in_a_tank();
        if (share > 1) apply_style(p, "classic", "test");
        p.viscosity = 0.01f;
        p.adhesion = static_cast<float>(share) * p.surface_tension;
        Simulation drop(scene_with(p), ball_at(p, 0.3, {0, 0.29f, 0}), make_test_backend("cpu"));
        double angle[2];
        for (double& each : angle) {
            drop.run(3000);
            const ParticleState state = drop.solver.state();
            const double mass = drop.solver.params().particle_mass;
            each = contact_angle(state, p, double(state.size()) * mass / p.rest_density);
        }
        const double moves = pace(drop);
        std::cout << "W = " << share << " sigma: " << angle[0] << " and " << angle[1] << " degrees, " << moves
                  << " m/s\n";
        EXPECT_NEAR(angle[1], std::acos(share - 1) * 180 / std::numbers::pi, tolerance::kContactAngle);
        EXPECT_NEAR(angle[0], angle[1], tolerance::kAngleAtRest);
        EXPECT_LT(moves, tolerance::kDropAtRest);
    }
}

// Under its own weight, 0.3 m of fluid at the ceiling: with adhesion it hangs, without it falls. Likewise from boundary
// particles, under a tenth of the weight, since they hold less.
TEST(Adhesion, ADropHangsFromTheCeilingOrFallsOffIt) {
    for (WallModel walls : {WallModel::density, WallModel::particles})
        for (bool adheres : {true, false}) {
            SCOPED_TRACE(::testing::Message() << "walls " << int(walls) << ", adhesion " << adheres);
            Parameters p = drop_in_a_tank();
            p.walls = walls;
            p.surface_tension = 60;
            p.adhesion = adheres ? 90.0f : 0.0f;
            p.gravity = {0, walls == WallModel::density ? -0.5f : -0.1f, 0};
            Simulation drop(scene_with(p), ball_at(p, 0.2, {0, 0.81f, 0}), make_test_backend("cpu"));
            const double before = mean_height(drop.solver.state());
            drop.run(walls == WallModel::density ? 500 : 1000);
            const double fallen = before - mean_height(drop.solver.state());
            if (adheres) {
                EXPECT_LT(fallen, 0.1);
            } else {
                EXPECT_GT(fallen, 0.3);
            }
        }
}

// Round, boxes and meshes pull as planes do: a drop beside each is drawn to it.
TEST(Adhesion, SolidsAttract) {
    Parameters p = drop_in_a_tank();
    p.tank_min = {-1, -1, -1};
    const Solid solids[] = {
        {.radius = 0.2f}, {.half_size = {0, 0.3f, 0}, .radius = 0.2f}, {.half_size = {0.2f, 0.3f, 0.3f}}};
    for (const Solid& solid : solids)
        for (float adhesion : {0.0f, 20.0f}) {
            SCOPED_TRACE(::testing::Message() << "radius " << solid.radius << ", adhesion " << adhesion);
            p.adhesion = adhesion;
            Scene scene = scene_with(p);
            scene.solids = {solid};
            Simulation drop(scene, ball_at(p, 0.15, {0.36f, 0, 0}), make_test_backend("cpu"));
            drop.run(150);
            double x = 0;
            const ParticleState end = drop.solver.state();
            for (const glm::vec3& each : end.position) x += each.x;
            x /= static_cast<double>(end.size());
            if (adhesion > 0) {
                EXPECT_LT(x, 0.355);
            } else {
                EXPECT_GT(x, 0.36);
            }
        }
}

}  // namespace
}  // namespace undine::testing
