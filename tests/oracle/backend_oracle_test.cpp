// One step of every backend against the double-precision reference solver, from the same states: kernels,
// constraints, walls, boundary particles and the velocity passes, alone and together, in 2D and 3D.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "oracle/oracle_comparison.h"
#include "oracle/reference_wcsph.h"
#include "scene/parameter_style.h"
#include "scene/sampling.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// Not a multiple of any workgroup's size.
constexpr size_t kCount = 1234;

struct OracleCase {
    const char* name;
    std::function<void(Parameters&)> choose;
    bool solids = false;
};

// A turned box, a ball and a moving capsule among the particles, each near another one or a wall.
// Placed so that no particle is at a turn of its way out, where it slides along a plane or not, by a rounding.
std::vector<Solid> three_solids(bool flat) {
    return {{.center = {0.121f, -0.2f, 0.05f},
             .rotation = {flat ? 0 : 20.0f, flat ? 0 : 30.0f, 10},
             .half_size = {0.1f, 0.06f, 0.15f}},
            {.center = {-0.2f, -0.15f, 0.1f}, .radius = 0.12f},
            {.center = {0, 0.1f, -0.1f},
             .half_size = {0, 0.1f, 0},
             .radius = 0.06f,
             .amplitude = {0.3f, 0, 0},
             .period = 2,
             .spin = {0, 0, 400}}};
}

// Everything is off that a case does not choose.
Parameters plain() {
    Parameters p;
    apply_style(p, "classic", "test");
    p.constraint = ConstraintType::bilateral;
    p.max_iterations = 3;
    p.scorr_k = 0;
    p.max_speed = 0;
    p.xsph_c = 0;
    p.walls = WallModel::none;
    return p;
}

void from_the_start(Parameters& p) { p.gradients = GradientPlace::start, p.repulsion = Repulsion::none; }

// The first layer of the block ends behind two walls and their edge.
void throw_at_walls(Parameters& p) { p.external_acceleration = {-900, -900, 0}, p.gravity = {0, 0, 0}; }

const OracleCase kCases[] = {
    {"poly6_spiky", [](Parameters&) {}},
    {"poly6_spiky_2d", [](Parameters& p) { p.dimensions = 2; }},
    {"cubic_spline", [](Parameters& p) { p.kernel = KernelType::cubic_spline; }},
    {"cubic_spline_2d", [](Parameters& p) { p.kernel = KernelType::cubic_spline, p.dimensions = 2; }},
    // Compressed by a tenth: at rest density lambda would be 0, or nearly, for most.
    {"unilateral", [](Parameters& p) { p.constraint = ConstraintType::unilateral, p.particle_mass = 0.137f; }},
    {"particle_mass", [](Parameters& p) { p.particle_mass = 0.11f, p.rest_density = 950, p.relaxation = 3; }},
    {"acceleration",
     [](Parameters& p) {
         p.buoyancy = -0.5f, p.external_acceleration = {3, 1, -2}, p.dt = 0.008f, p.max_iterations = 2;
     }},
    {"scorr", [](Parameters& p) { p.scorr_k = 0.01f; }},
    {"scorr_n_3", [](Parameters& p) { p.scorr_k = 0.02f, p.scorr_n = 3, p.scorr_dq = 0.2f; }},
    {"speed_limit", [](Parameters& p) { p.max_speed = 0.04f; }},
    {"xsph", [](Parameters& p) { p.xsph_c = 0.1f; }},
    {"xsph_rate", [](Parameters& p) { p.xsph_c = 0.1f, p.xsph_rate = 20; }},
    {"viscosity", [](Parameters& p) { p.viscosity = 0.05f; }},
    {"viscosity_cubic_spline_2d",
     [](Parameters& p) { p.viscosity = 0.05f, p.kernel = KernelType::cubic_spline, p.dimensions = 2; }},
    {"xsph_by_the_neighbors_density",
     [](Parameters& p) { p.xsph_c = 0.1f, p.viscosity_density = PairDensity::neighbor; }},
    {"vorticity_A", [](Parameters& p) { p.vorticity = VorticityMode::A, p.vorticity_epsilon = 2; }},
    {"vorticity_B", [](Parameters& p) { p.vorticity = VorticityMode::B, p.vorticity_epsilon = 2; }},
    {"vorticity_A_2d",
     [](Parameters& p) { p.dimensions = 2, p.vorticity = VorticityMode::A, p.vorticity_epsilon = 2; }},
    {"surface_tension", [](Parameters& p) { p.surface_tension = 100; }},
    {"surface_tension_spline_2d",
     [](Parameters& p) { p.surface_tension = 100, p.kernel = KernelType::cubic_spline, p.dimensions = 2; }},
    {"cohesion", [](Parameters& p) { p.cohesion = 50; }},
    {"free_surface_drag", [](Parameters& p) { p.free_surface_drag = 100; }},
    {"adhesion_clamp", [](Parameters& p) { p.adhesion = 300, p.walls = WallModel::clamp, throw_at_walls(p); }},
    {"adhesion_density_2d", [](Parameters& p) { p.adhesion = 300, p.walls = WallModel::density, p.dimensions = 2; }},
    {"adhesion_particles", [](Parameters& p) { p.adhesion = 300, p.walls = WallModel::particles; }},
    {"adhesion_solids", [](Parameters& p) { p.adhesion = 300, p.walls = WallModel::density; }, true},
    {"walls_clamp", [](Parameters& p) { p.walls = WallModel::clamp, throw_at_walls(p); }},
    {"walls_density", [](Parameters& p) { p.walls = WallModel::density, throw_at_walls(p); }},
    {"walls_density_2d", [](Parameters& p) { p.walls = WallModel::density, p.dimensions = 2; }},
    {"walls_density_spline", [](Parameters& p) { p.walls = WallModel::density, p.kernel = KernelType::cubic_spline; }},
    {"walls_particles", [](Parameters& p) { p.walls = WallModel::particles; }},
    {"walls_particles_2d", [](Parameters& p) { p.walls = WallModel::particles, p.dimensions = 2; }},
    {"hashed_grid", [](Parameters& p) { p.grid = GridType::hashed, p.walls = WallModel::clamp; }},
    // One iteration: later ones count pairs that have come within h since, which the list does not.
    {"grid_traversal",
     [](Parameters& p) { p.neighbors = NeighborSearch::grid, p.max_iterations = 1, p.walls = WallModel::particles; }},
    {"solids", [](Parameters& p) { p.walls = WallModel::density; }, true},
    {"solids_2d", [](Parameters& p) { p.walls = WallModel::density, p.dimensions = 2; }, true},
    {"solids_spline", [](Parameters& p) { p.walls = WallModel::density, p.kernel = KernelType::cubic_spline; }, true},
    {"solids_clamp", [](Parameters& p) { p.walls = WallModel::clamp; }, true},
    {"gradients_at_the_start", [](Parameters& p) { from_the_start(p); }},
    {"gradients_at_the_start_unilateral",
     [](Parameters& p) {
         from_the_start(p), p.constraint = ConstraintType::unilateral, p.walls = WallModel::density,
                            p.kernel = KernelType::cubic_spline;
     }},
    {"gradients_at_the_start_particles_2d",
     [](Parameters& p) { from_the_start(p), p.walls = WallModel::particles, p.dimensions = 2; }},
    {"gradients_at_the_start_solids",
     [](Parameters& p) { from_the_start(p), p.walls = WallModel::density, p.friction = 0.2f; }, true},
    {"error_rate", [](Parameters& p) { from_the_start(p), p.error_rate = 5, p.walls = WallModel::density; }},
    {"warm_start", [](Parameters& p) { from_the_start(p), p.warm_start = 0.6f; }},
    {"warm_start_coarse_solids",
     [](Parameters& p) {
         from_the_start(p), p.warm_start = 0.3f, p.coarse_sweeps = 12, p.walls = WallModel::density, p.friction = 0.2f;
         p.max_iterations = 1;
     },
     true},
    {"coarse",
     [](Parameters& p) {
         from_the_start(p), p.coarse_sweeps = 12, p.walls = WallModel::density, p.max_iterations = 2;
     }},
    {"coarse_solids",
     [](Parameters& p) { from_the_start(p), p.coarse_sweeps = 12, p.walls = WallModel::density, p.max_iterations = 1; },
     true},
    {"coarse_solids_2d",
     [](Parameters& p) {
         from_the_start(p), p.coarse_sweeps = 12, p.walls = WallModel::density, p.dimensions = 2, p.max_iterations = 1;
     },
     true},
    {"coarse_2d_unilateral",  // one iteration: what later ones add is small, and its rounding is not
     [](Parameters& p) {
         from_the_start(p), p.coarse_sweeps = 12, p.walls = WallModel::clamp, p.dimensions = 2, p.max_iterations = 1;
         p.constraint = ConstraintType::unilateral;
     }},
    {"shift", [](Parameters& p) { p.repulsion = Repulsion::shift; }},
    {"shift_solids_2d",
     [](Parameters& p) {
         p.repulsion = Repulsion::shift, p.shift_rate = 20, p.walls = WallModel::density, p.dimensions = 2;
     },
     true},
    {"friction_clamp", [](Parameters& p) { p.friction = 0.3f, p.walls = WallModel::clamp, throw_at_walls(p); }},
    {"friction_density_2d",
     [](Parameters& p) {
         p.friction = 0.3f, p.walls = WallModel::density, p.dimensions = 2, p.constraint = ConstraintType::unilateral;
     }},
    {"friction_particles", [](Parameters& p) { p.friction = 0.1f, p.walls = WallModel::particles, throw_at_walls(p); }},
    {"friction_solids", [](Parameters& p) { p.friction = 0.2f, p.walls = WallModel::density; }, true},
    {"restitution", [](Parameters& p) { p.restitution = 0.7f, p.walls = WallModel::density; }},
    {"friction_restitution_solids",
     [](Parameters& p) { p.friction = 0.2f, p.restitution = 0.5f, p.walls = WallModel::density; }, true},
    {"slip", [](Parameters& p) { p.slip_length = 0.02f, p.viscosity = 0.5f, p.walls = WallModel::density; }},
    {"slip_xsph_2d",
     [](Parameters& p) { p.slip_length = 0, p.xsph_c = 0.1f, p.walls = WallModel::density, p.dimensions = 2; }},
    // Little viscosity: what the drag changes within d would else amplify the rounding of positions.
    {"slip_solids", [](Parameters& p) { p.slip_length = 0.02f, p.viscosity = 0.02f, p.walls = WallModel::density; },
     true},
    {"everything",
     [](Parameters& p) {
         p.walls = WallModel::density, p.scorr_k = 0.01f, p.xsph_c = 0.05f, p.vorticity = VorticityMode::A;
         p.max_speed = 0.06f, p.max_iterations = 5;
     }},
};

class BackendOracle : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(BackendOracle);

// `looser`: the factor that a case's own reason allows on both limits.
void expect_within(const char* field, const FieldDifference& difference, double looser) {
    EXPECT_GT(difference.field_rms, 0) << field << " is zero everywhere: the case shows nothing";
    EXPECT_LE(difference.relative_rms(), looser * tolerance::kOracleRms) << field;
    EXPECT_LE(difference.relative_worst(), looser * tolerance::kOracleWorst) << field << ": " << difference.worst;
}

// The reference's particles after a step, which all backends are compared with: computed once in a process, since it
// takes half a second a case.
const reference::Particles& expected_of(const char* name, const Scene& scene, const ParticleState& before,
                                        const BoundaryState& boundary) {
    static std::map<std::string, reference::Particles> known;
    const auto [at, is_new] = known.try_emplace(name);
    if (!is_new) return at->second;
    const reference::Parameters parameters = reference_parameters(scene);
    const reference::Boundary walls = reference_boundary(boundary, parameters);
    at->second = reference_particles(before);
    EXPECT_GT(closest_to_support(parameters, walls, at->second), tolerance::kClosestToSupport);
    reference::step(parameters, walls, at->second);
    return at->second;
}

TEST_P(BackendOracle, OneStepAgreesWithTheReference) {
    for (const OracleCase& each : kCases) {
        SCOPED_TRACE(each.name);
        Scene scene;
        scene.parameters = plain();
        each.choose(scene.parameters);
        if (each.solids) scene.solids = three_solids(scene.parameters.dimensions == 2);
        ParticleState before = jittered_block(scene, kCount);
        for (size_t i = 0; i < kCount; ++i) {  // of the step before
            before.density[i] = 1000 + 20 * float(i % 4);
            before.pressure[i] = 200 * float(i % 3);
        }
        const BoundaryState boundary =
            scene.parameters.walls == WallModel::particles ? sample_tank_walls(scene.parameters) : BoundaryState{};

        const ParticleState actual = after_steps(scene, before, boundary, make_backend());
        const StateDifference d = compare(before, actual, expected_of(each.name, scene, before, boundary));
        const double looser = (scene.parameters.walls == WallModel::density ? tolerance::kWallTableFactor : 1) *
                              (scene.parameters.friction > 0 ? tolerance::kFrictionFactor : 1);
        expect_within("position", d.position, looser);
        expect_within("displacement", d.displacement, looser);
        expect_within("velocity", d.velocity, looser);
        expect_within("density", d.density, looser);
        expect_within("lambda", d.lambda, looser);
        if (scene.parameters.gradients == GradientPlace::start) expect_within("pressure", d.pressure, looser);
        else EXPECT_EQ(*std::ranges::max_element(actual.pressure), 0);
    }
}

// At the step size that sound allows, about: 30 m/s over 0.1 m.
Parameters plain_wcsph() {
    Parameters p = plain();
    p.method = MethodType::wcsph;
    p.dt = 0.0008f;
    p.viscosity = 0;
    return p;
}

const OracleCase kWcsphCases[] = {
    {"monaghan", [](Parameters&) {}},
    {"mueller", [](Parameters& p) { p.pressure_form = PressureForm::mueller; }},
    {"unilateral", [](Parameters& p) { p.constraint = ConstraintType::unilateral; }},
    {"sound_speed", [](Parameters& p) { p.sound_speed = 80, p.rest_density = 950, p.particle_mass = 0.12f; }},
    {"viscosity", [](Parameters& p) { p.viscosity = 0.5f; }},
    {"xsph", [](Parameters& p) { p.xsph_c = 0.1f; }},
    {"by_the_neighbors_density",
     [](Parameters& p) { p.viscosity = 0.5f, p.xsph_c = 0.1f, p.viscosity_density = PairDensity::neighbor; }},
    {"cubic_spline_2d",
     [](Parameters& p) { p.kernel = KernelType::cubic_spline, p.dimensions = 2, p.viscosity = 0.2f; }},
    {"walls_clamp", [](Parameters& p) { p.walls = WallModel::clamp; }},
    {"walls_density", [](Parameters& p) { p.walls = WallModel::density; }},
    {"walls_density_2d", [](Parameters& p) { p.walls = WallModel::density, p.dimensions = 2; }},
    {"walls_particles", [](Parameters& p) { p.walls = WallModel::particles, p.pressure_form = PressureForm::mueller; }},
    {"grid_traversal",
     [](Parameters& p) {
         p.neighbors = NeighborSearch::grid, p.grid = GridType::hashed, p.walls = WallModel::particles,
         p.viscosity = 0.1f;
     }},
    {"solids", [](Parameters& p) { p.walls = WallModel::density; }, true},
    {"slip_solids", [](Parameters& p) { p.slip_length = 0.02f, p.viscosity = 0.02f, p.walls = WallModel::density; },
     true},
    {"surface",
     [](Parameters& p) {
         p.surface_tension = 500, p.cohesion = 100, p.adhesion = 500, p.free_surface_drag = 100;
         p.walls = WallModel::density;
     }},
    // Of PBF, the grid counts pairs that came within h in the iterations, as above.
    {"surface_grid_particles",
     [](Parameters& p) {
         p.neighbors = NeighborSearch::grid, p.walls = WallModel::particles;
         p.surface_tension = 500, p.adhesion = 500;
     }},
};

TEST_P(BackendOracle, OneStepOfWcsphAgreesWithTheReference) {
    for (const OracleCase& each : kWcsphCases) {
        SCOPED_TRACE(each.name);
        Scene scene;
        scene.parameters = plain_wcsph();
        each.choose(scene.parameters);
        if (each.solids) scene.solids = three_solids(scene.parameters.dimensions == 2);
        const Parameters& p = scene.parameters;
        const ParticleState before = jittered_block(scene, kCount);
        const BoundaryState boundary = p.walls == WallModel::particles ? sample_tank_walls(p) : BoundaryState{};

        reference::Parameters parameters = reference_parameters(scene);
        const reference::Boundary walls = reference_boundary(boundary, parameters);
        reference::Particles expected = reference_particles(before);
        reference::Parameters standing = parameters;  // neighbours are those of the start
        standing.dt = 0;
        ASSERT_GT(closest_to_support(standing, walls, expected), tolerance::kClosestToSupport);
        reference::wcsph_step(parameters,
                              {.sound_speed = p.sound_speed, .mueller = p.pressure_form == PressureForm::mueller},
                              walls, expected);
        expected.lambda.resize(before.size());

        const ParticleState actual = after_steps(scene, before, boundary, make_backend());
        const StateDifference d = compare(before, actual, expected);
        const double looser = p.walls == WallModel::density ? tolerance::kWallTableFactor : 1;
        expect_within("position", d.position, looser);
        expect_within("displacement", d.displacement, looser);
        expect_within("velocity", d.velocity, looser);
        expect_within("density", d.density, looser);
        expect_within("pressure", d.pressure, looser);
        for (float lambda : actual.lambda) ASSERT_EQ(lambda, 0) << "there is no such multiplier";
    }
}

}  // namespace
}  // namespace undine::testing
