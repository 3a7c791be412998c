// Surface tension [Akinci13] in SI units: what it conserves, the shape that it gives a drop, and the pressure in it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "measure/drop.h"
#include "oracle/oracle_comparison.h"
#include "oracle/reference_surface.h"
#include "physics/momentum.h"
#include "scene/parameter_style.h"
#include "solver/fluid_params.h"
#include "solver/surface_forces.h"
#include "test_backends.h"
#include "tolerances.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

// Nothing but pressure and surface tension, and viscosity that brings a drop to rest.
Parameters weightless() {
    Parameters p = only_pressure();
    p.grid = GridType::hashed;
    p.scorr_k = Parameters{}.scorr_k;
    p.surface_tension = 20;
    return p;
}

glm::dvec3 center_of_drop(const ParticleState& drop) {
    glm::dvec3 sum(0);
    for (const glm::vec3& x : drop.position) sum += glm::dvec3(x);
    return sum / static_cast<double>(drop.size());
}

// Σ x⁴ + y⁴ + z⁴ over (Σ r²)²: 0.6 for a cube along the axes, 5/7 for a ball.
double fourth_moment(const ParticleState& drop) {
    const glm::dvec3 center = center_of_drop(drop);
    double fourth = 0, second = 0;
    for (const glm::vec3& each : drop.position) {
        const glm::dvec3 x = glm::dvec3(each) - center, squares = x * x;
        fourth += glm::dot(squares, squares);
        second += glm::dot(x, x);
    }
    return fourth * static_cast<double>(drop.size()) / (second * second);
}

// Ratio of the largest to the smallest second moment along the axes.
double elongation(const ParticleState& drop) {
    const glm::dvec3 center = center_of_drop(drop);
    glm::dvec3 moment(0);
    for (const glm::vec3& each : drop.position) {
        const glm::dvec3 x = glm::dvec3(each) - center;
        moment += x * x;
    }
    return std::max({moment.x, moment.y, moment.z}) / std::min({moment.x, moment.y, moment.z});
}

class TensionMomentum : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(TensionMomentum);

TEST_P(TensionMomentum, IsConserved) {
    for (MethodType method : {MethodType::pbf, MethodType::wcsph})
        for (NeighborSearch search : {NeighborSearch::list, NeighborSearch::grid}) {
            SCOPED_TRACE(::testing::Message() << "method " << int(method) << ", search " << int(search));
            Parameters p = weightless();
            p.method = method;
            p.neighbors = search;
            p.surface_tension = 200;
            p.cohesion = 50;
            if (method == MethodType::wcsph) p.dt = 0.0008f;
            EXPECT_LE(momentum_gained(p, make_backend()), tolerance::kMomentum);
        }
}

// By the method, in 3D, and an elongated one.
TEST(SurfaceTension, ACubeBecomesASphere) {
    Parameters p = weightless();
    p.xsph_c = 0.05f;
    Simulation cube(scene_with(p, {glm::vec3(-0.25f), glm::vec3(0.25f)}), make_test_backend("cpu"));
    EXPECT_NEAR(fourth_moment(cube.solver.state()), 0.6, 0.01);
    cube.run(500);
    const ParticleState end = cube.solver.state();
    EXPECT_NEAR(fourth_moment(end), 5.0 / 7, tolerance::kSphere);
    EXPECT_LE(elongation(end), tolerance::kSphereElongation);

    Simulation bar(scene_with(p, {{-0.4f, -0.25f, -0.25f}, {0.4f, 0.25f, 0.25f}}), make_test_backend("cpu"));
    EXPECT_GT(elongation(bar.solver.state()), 2.5);
    bar.run(600);
    EXPECT_LE(elongation(bar.solver.state()), tolerance::kSphereElongation);
}

TEST(SurfaceTension, ACubeOfWeaklyCompressibleFluidBecomesASphereToo) {
    Parameters p = weightless();
    p.method = MethodType::wcsph;
    p.dt = 0.001f;
    p.sound_speed = 20;
    p.viscosity = 0.02f;
    Simulation cube(scene_with(p, {glm::vec3(-0.2f), glm::vec3(0.2f)}), make_test_backend("cpu"));
    cube.run(1500);
    const ParticleState end = cube.solver.state();
    EXPECT_NEAR(fourth_moment(end), 5.0 / 7, tolerance::kSphere);
    EXPECT_LE(elongation(end), tolerance::kSphereElongation);
}

TEST(SurfaceTension, WithoutItACubeStaysACube) {
    Parameters p = weightless();
    p.surface_tension = 0;
    Simulation cube(scene_with(p, {glm::vec3(-0.25f), glm::vec3(0.25f)}), make_test_backend("cpu"));
    cube.run(500);
    EXPECT_LT(fourth_moment(cube.solver.state()), 0.64);
}

// The mean over samples of drops at rest, of the pressure times r/(2σ); r/σ in 2D.
double pressure_ratio(const Parameters& p, double radius, int settle, int samples) {
    Simulation drop(scene_with(p), ball_of_fluid(p, radius), make_test_backend("cpu"));
    drop.run(settle);
    // The forces' factors are not the solver's own.
    const reference::SurfaceFactors factors = surface_factors(reference_parameters(drop.scene));
    const SurfaceForces forces{factors.cohesion, factors.area_tension, factors.adhesion};
    double sum = 0;
    for (int k = 0; k < samples; ++k) {
        drop.run(3);
        const ParticleState state = drop.solver.state();
        sum += pressure_within(state, p, drop.solver.params().particle_mass, forces) * radius_of(state, p);
    }
    return sum / samples / ((p.dimensions - 1) * p.surface_tension);
}

// Young and Laplace: p = 2σ/r.
TEST(SurfaceTension, PressureInADropIsTwiceSigmaOverItsRadius) {
    Parameters p = weightless();
    apply_style(p, "classic", "test");
    p.max_iterations = 1;  // whose λ are the pressure
    p.dt = 0.002f;
    p.xsph_c = 0.3f;
    for (double radius : {0.25, 0.3, 0.4, 0.5}) {
        SCOPED_TRACE(radius);
        EXPECT_NEAR(pressure_ratio(p, radius, 400, 50), 1, tolerance::kYoungLaplace);
    }
}

TEST(SurfaceTension, PressureInADiscIsSigmaOverItsRadius) {
    Parameters p = weightless();
    p.dimensions = 2;
    apply_style(p, "classic", "test");
    p.max_iterations = 1;
    p.dt = 0.002f;
    p.xsph_c = 0.3f;
    for (double radius : {0.4, 0.6, 0.8, 1.0}) {
        SCOPED_TRACE(radius);
        EXPECT_NEAR(pressure_ratio(p, radius, 1000, 100), 1, tolerance::kYoungLaplaceFlat);
    }
}

// Second moment along x less that along z, about the centre of mass, m².
double lengthwise(const ParticleState& drop) {
    glm::dvec3 first(0), second(0);
    for (const glm::vec3& x : drop.position) first += glm::dvec3(x), second += glm::dvec3(x) * glm::dvec3(x);
    const glm::dvec3 moment = (second - first * first / double(drop.size())) / double(drop.size());
    return moment.x - moment.z;
}

// Rayleigh, Proc. R. Soc. 29, 1879: the lowest mode has ω² = 8σ/(ρ0 r³). The drop is round between half a period and
// the next, at first in its way from a block.
TEST(SurfaceTension, ADropSwingsAsRayleighSays) {
    Simulation drop(asset_scene("droplet", {"xsph_c=0"}), make_test_backend("cpu"));
    std::vector<double> round;  // s
    constexpr int kStride = 10;
    const double interval = kStride * double{drop.scene.parameters.dt};
    double before = lengthwise(drop.solver.state());
    for (int k = 0; k < 75 && round.size() < 2; ++k) {
        drop.run(kStride);
        const double now = lengthwise(drop.solver.state());
        if (before * now < 0) round.push_back(interval * (k + before / (before - now)));
        before = now;
    }
    ASSERT_EQ(round.size(), 2u) << "it creeps into its shape";
    const FluidParams& p = drop.solver.params();
    const double mass = double{p.particle_mass} * p.particle_count;  // 4π/3 ρ0 r³
    const double frequency = std::sqrt(8 * drop.scene.parameters.surface_tension * 4 * std::numbers::pi / 3 / mass);
    EXPECT_NEAR(frequency * (round[1] - round[0]) / std::numbers::pi, 1, tolerance::kRayleigh);
}

TEST(SurfaceTension, StepsThatItWouldBurstAreRefused) {
    Parameters p;
    p.surface_tension = 3000;
    EXPECT_EQ(sentence_of([&] { validate(p, "x.toml"); }, Exit::bad_input),
              "x.toml: dt must be at most √(rest_density particle_spacing³ / (2π (surface_tension + cohesion + "
              "adhesion))) = 0.00257 s, not 0.004 s; take a smaller dt with more substeps, or weaker forces");
    p.surface_tension = 1000;
    EXPECT_NO_THROW(validate(p, "x.toml"));
    p.adhesion = 2000;
    EXPECT_FALSE(sentence_of([&] { validate(p, "x.toml"); }, Exit::bad_input).empty());
}

TEST(SurfaceTension, HasPassesAndAnArrayOnlyWhereThereIsSome) {
    Parameters p;
    p.tank_max = {1, 0.6f, 0.4f};
    const FluidBox box{{0, 0, 0}, {0.4f, 0.5f, 0.4f}};
    for (MethodType method : {MethodType::pbf, MethodType::wcsph}) {
        p.method = method;
        if (method == MethodType::wcsph) p.dt = 0.001f;
        Simulation without(scene_with(p, box), make_test_backend("cpu"));
        Parameters q = p;
        q.cohesion = 1;
        q.adhesion = 1;
        Simulation with(scene_with(q, box), make_test_backend("cpu"));
        for (Pass pass : {Pass::compute_surface_normal, Pass::apply_surface_tension, Pass::apply_adhesion}) {
            EXPECT_FALSE(without.solver.extents().passes.contains(pass));
            EXPECT_TRUE(with.solver.extents().passes.contains(pass));
        }
        EXPECT_EQ(element_count(Field::surface_normal, without.solver.extents()), 0u);
        EXPECT_EQ(element_count(Field::surface_normal, with.solver.extents()), with.solver.extents().particles);
    }
}

class FreeSurfaceDrag : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(FreeSurfaceDrag);

// A particle alone has the density m W(0), so that each step divides its speed by 1 + dt k (1 − m W(0)/ρ0).
TEST_P(FreeSurfaceDrag, SlowsALoneParticle) {
    for (MethodType method : {MethodType::pbf, MethodType::wcsph}) {
        Parameters p = only_pressure();
        p.method = method;
        p.dt = 0.001f;
        p.viscosity = 0;
        p.free_surface_drag = 30;
        ParticleState start;
        start.position = {{0, 0, 0}};
        start.resize(1);
        start.velocity = {{1, -2, 0.5f}};
        Simulation lone(scene_with(p), start, make_backend());
        lone.run(100);
        const FluidParams& q = lone.solver.params();
        const double missing = 1 - double{q.particle_mass} * q.self_weight / q.rest_density;
        const double slower = std::pow(1 + p.dt * p.free_surface_drag * missing, -100);
        EXPECT_LT(slower, 0.2);
        const glm::dvec3 expected = slower * glm::dvec3(start.velocity[0]);
        EXPECT_LE(glm::length(glm::dvec3(lone.solver.state().velocity[0]) - expected), tolerance::kLoneDrag);
    }
}

// After one step of a ball in flight: what it leaves of the speed without it.
TEST(FreeSurfaceDragWithin, LeavesTheInsideAlone) {
    Parameters p = only_pressure();
    p.grid = GridType::hashed;
    ParticleState ball = ball_of_fluid(p, 0.4);
    for (glm::vec3& v : ball.velocity) v = {10, 0, 0};
    Simulation free(scene_with(p), ball, make_test_backend("cpu"));
    p.free_surface_drag = 100;
    Simulation slowed(scene_with(p), ball, make_test_backend("cpu"));
    free.run(1), slowed.run(1);
    const ParticleState without = free.solver.state(), with = slowed.solver.state();
    double least_within = 1, least = 1;
    for (size_t i = 0; i < ball.size(); ++i) {
        double& of = glm::length(ball.position[i]) < 0.25f ? least_within : least;
        of = std::min(of, double{glm::length(with.velocity[i])} / glm::length(without.velocity[i]));
    }
    EXPECT_GT(least_within, 0.98);
    EXPECT_LT(least, 0.9);
}

}  // namespace
}  // namespace undine::testing
