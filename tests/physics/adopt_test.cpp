// Parameters that change while the solver runs: the next step is that of a solver made with them.
#include <gtest/gtest.h>

#include <map>

#include "physics/simulation.h"
#include "scene/parameter_style.h"
#include "scene/parameter_table.h"
#include "test_backends.h"
#include "text/text.h"

namespace undine::testing {
namespace {

Scene dam() {
    Parameters p;
    p.tank_max = {1, 0.6f, 0.4f};
    return scene_with(p, {{0, 0, 0}, {0.4f, 0.5f, 0.4f}});
}

// Another value for each parameter, and whether a running solver can take it.
struct Change {
    const char* value;
    bool adopted;
};
const std::map<std::string, Change> kChanges = {
    {"method", {"wcsph", false}},
    {"sound_speed", {"20", true}},  // of the other method, as the next two: wcsph_test.cpp
    {"pressure_form", {"mueller", true}},
    {"cfl_number", {"1", true}},
    {"dt", {"0.002", true}},
    {"substeps", {"7", true}},
    {"dimensions", {"2", false}},
    {"support_radius", {"0.12", false}},
    {"particle_spacing", {"0.04", false}},
    {"particle_capacity", {"2000", false}},
    {"rest_density", {"800", true}},
    {"particle_mass", {"0.13", true}},
    {"kernel", {"cubic_spline", false}},
    {"constraint", {"bilateral", true}},
    {"relaxation", {"2", true}},
    {"scorr_k", {"0.01", true}},
    {"scorr_n", {"3", true}},
    {"scorr_dq", {"0.2", true}},
    {"min_iterations", {"2", true}},
    {"max_iterations", {"6", true}},
    {"density_tolerance", {"0.01", true}},
    {"gravity", {"[1, -3, 0.5]", true}},
    {"buoyancy", {"-0.5", true}},
    {"external_acceleration", {"[2, 0, 0]", true}},
    {"max_speed", {"0.01", true}},
    {"vorticity", {"B", false}},  // off before: its array is not there
    {"vorticity_epsilon", {"0.3", true}},
    {"xsph_c", {"0.2", true}},
    {"gradients", {"predicted", true}},  // there and back: the test after this
    {"error_rate", {"3", true}},
    {"warm_start", {"0.2", true}},
    {"coarse_sweeps", {"7", true}},
    {"repulsion", {"none", true}},
    {"shift_rate", {"10", true}},
    {"xsph_rate", {"20", true}},
    {"viscosity", {"0.05", true}},
    {"viscosity_density", {"neighbor", true}},
    {"surface_tension", {"5", false}},  // its array is not there, and the passes of the next two
    {"cohesion", {"5", false}},
    {"adhesion", {"5", false}},
    {"free_surface_drag", {"20", true}},
    {"friction", {"0.5", false}},  // the passes of this and the next are not among the scene's
    {"restitution", {"0.5", false}},
    {"slip_length", {"0.1", false}},
    {"neighbors", {"grid", false}},
    {"neighbor_capacity", {"64", false}},
    {"grid", {"hashed", false}},
    {"walls", {"clamp", true}},
    {"tank_min", {"[-0.1, 0, 0]", false}},
    {"tank_max", {"[1.5, 0.6, 0.4]", false}},
    {"boundary_spacing", {"0.03", true}},
    {"diffuse_capacity", {"100", false}},
    {"trapped_air_rate", {"2e6", true}},  // of what is not there, as all below
    {"trapped_air_min", {"1", true}},
    {"trapped_air_max", {"4", true}},
    {"crest_rate", {"2e6", true}},
    {"crest_min", {"3", true}},
    {"crest_max", {"20", true}},
    {"splash_energy_min", {"1", true}},
    {"splash_energy_max", {"5", true}},
    {"foam_lifetime_min", {"0.5", true}},
    {"foam_lifetime_max", {"7", true}},
    {"spray_drag", {"1", true}},
    {"bubble_buoyancy", {"1", true}},
    {"bubble_drag", {"20", true}},
};

class Adopt : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Adopt);

// One solver takes all of them in turn, and goes back to the start between.
TEST_P(Adopt, TheNextStepIsThatOfASolverMadeWithTheParameters) {
    Simulation running(dam(), make_backend());
    const ParticleState initial = running.solver.state();
    running.run(2);
    const ParticleState before = running.solver.state();
    running.run(1);
    const ParticleState without_change = running.solver.state();
    for (const ParameterInfo& info : parameter_table()) {
        SCOPED_TRACE(info.key);
        const auto change = kChanges.find(info.key);
        ASSERT_NE(change, kChanges.end()) << "a new parameter: say here whether a running solver can take it";
        Scene other = dam();
        set_parameter(other.parameters, info.key, change->second.value, "test");
        ASSERT_TRUE(running.solver.adopt(dam()));
        running.solver.restart(initial);
        running.run(2);
        ASSERT_TRUE(same_bytes(running.solver.state(), before));
        const bool adopted = running.solver.adopt(other);
        EXPECT_EQ(adopted, change->second.adopted);
        running.run(1);
        if (!adopted) {
            EXPECT_TRUE(same_bytes(running.solver.state(), without_change));
            continue;
        }
        Simulation made(other, before, make_backend());
        made.run(1);
        EXPECT_TRUE(same_bytes(running.solver.state(), made.solver.state()));
    }
}

// The published method has no arrays and no passes for multipliers and for the shift, but the other way it is no
// trouble.
TEST_P(Adopt, AStyleWhereItsArraysAre) {
    Scene classic = dam();
    apply_style(classic.parameters, "classic", "test");
    Simulation published(classic, make_backend());
    published.run(2);
    EXPECT_FALSE(published.solver.adopt(dam()));
    Simulation running(dam(), make_backend());
    running.run(2);
    const ParticleState before = running.solver.state();
    ASSERT_TRUE(running.solver.adopt(classic));
    running.run(1);
    Simulation made(classic, before, make_backend());
    made.run(1);
    EXPECT_TRUE(same_bytes(running.solver.state(), made.solver.state()));
}

TEST_P(Adopt, BoundaryParticlesStayWhereTheyAre) {
    Scene scene = dam();
    scene.parameters.walls = WallModel::particles;
    Simulation running(scene, make_backend());
    for (const char* key : {"rest_density", "support_radius", "boundary_spacing", "walls", "grid"}) {
        Scene other = scene;
        set_parameter(other.parameters, key, kChanges.at(key).value, "test");
        EXPECT_FALSE(running.solver.adopt(other)) << key << " makes other boundary particles, or another ψ";
    }
    Scene other = scene;
    other.parameters.relaxation = 2;
    EXPECT_TRUE(running.solver.adopt(other));
}

TEST_P(Adopt, RestartIsTheStart) {
    Simulation running(dam(), make_backend());
    const ParticleState initial = running.solver.state();
    running.run(5);
    const ParticleState end = running.solver.state();
    EXPECT_FALSE(same_bytes(initial, end));
    running.solver.restart(initial);
    EXPECT_TRUE(same_bytes(running.solver.state(), initial));
    running.run(5);
    EXPECT_TRUE(same_bytes(running.solver.state(), end));
}

}  // namespace
}  // namespace undine::testing
