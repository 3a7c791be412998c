// Two steps by every backend against the numbers of Bender's library (tests/data/bender-pbf): another author's
// code, kernel, boundary handling and all.
#include <gtest/gtest.h>

#include <cmath>

#include "oracle/bender_data.h"
#include "oracle/oracle_comparison.h"
#include "scene/parameter_style.h"
#include "solver/boundary.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// The scene of tests/data/bender-pbf/README.md.
Scene bender_scene(float dt) {
    Scene scene;
    Parameters& p = scene.parameters;
    apply_style(p, "classic", "test");
    p.dt = dt;
    p.support_radius = 0.1f;
    p.particle_spacing = 0.05f;
    p.particle_mass = 0.1f;
    p.kernel = KernelType::cubic_spline;
    p.constraint = ConstraintType::unilateral;
    p.relaxation = 1e-6f * p.support_radius * p.support_radius;
    p.scorr_k = 0;
    p.max_iterations = 5;
    p.max_speed = 0;
    p.xsph_c = 0.02f;
    p.viscosity_density = PairDensity::neighbor;
    p.walls = WallModel::none;
    p.tank_min = {-0.65f, 0, -0.325f};
    p.tank_max = {0.65f, 1, 0.325f};
    return scene;
}

glm::vec3 to_float(reference::Vec3 v) { return {v.x, v.y, v.z}; }

ParticleState initial_state() {
    ParticleState state;
    for (reference::Vec3 x : reference::read_bender_initial().position) state.position.push_back(to_float(x));
    state.resize(state.position.size());
    for (size_t i = 0; i < state.size(); ++i) state.id[i] = static_cast<uint32_t>(i);
    return state;
}

BoundaryState boundary_state() {
    const reference::Boundary boundary = reference::read_bender_boundary();
    BoundaryState state;
    for (reference::Vec3 x : boundary.position) state.position.push_back(to_float(x));
    state.psi.assign(boundary.psi.begin(), boundary.psi.end());
    return state;
}

struct Limits {
    double position, velocity, density;
};

void expect_close(const ParticleState& before, const ParticleState& actual, const std::string& file, Limits limits) {
    const StateDifference d = compare(before, actual, reference::read_bender_state(file));
    ::testing::Test::RecordProperty(file, std::to_string(d.position.worst));
    EXPECT_LE(d.position.worst, limits.position) << file;
    EXPECT_LE(d.velocity.worst, limits.velocity) << file;
    EXPECT_LE(d.density.worst, limits.density) << file;
}

class BenderBackend : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(BenderBackend);

TEST_P(BenderBackend, ReproducesTwoSteps) {
    using namespace tolerance;
    const ParticleState start = initial_state();
    const BoundaryState boundary = boundary_state();
    const ParticleState first = after_steps(bender_scene(0.0025f), start, boundary, make_backend());
    expect_close(start, first, "state_xsphJ02cut_step1.f64", {kBenderPosition1, kBenderVelocity1, kBenderDensity1});
    const ParticleState second = after_steps(bender_scene(0.005f), first, boundary, make_backend());
    expect_close(first, second, "state_xsphJ02cut_step2.f64", {kBenderPosition2, kBenderVelocity2, kBenderDensity2});
}

TEST(BenderBoundary, PsiIsTheLibrarys) {
    BoundaryState bare = boundary_state();
    const Scene scene = bender_scene(0.0025f);
    const FluidParams params = make_fluid_params(scene, 2016, static_cast<uint32_t>(bare.size()));
    const Variant variant = make_variant(scene.parameters);
    // A state that brings its psi keeps it through the sort by cell, so both come out in the same order.
    const SortedBoundary expected = sort_boundary(bare, params, variant);
    bare.psi.clear();
    const SortedBoundary actual = sort_boundary(bare, params, variant);
    ASSERT_EQ(actual.position.size(), 2478u);
    ASSERT_EQ(expected.position.size(), 2478u);
    double worst = 0;
    for (size_t b = 0; b < actual.position.size(); ++b)
        worst = std::max(worst, std::abs(double{actual.position[b].w} / expected.position[b].w - 1));
    EXPECT_LE(worst, tolerance::kPsi);
}

}  // namespace
}  // namespace undine::testing
