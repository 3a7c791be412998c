// The iterations' exit on the density tolerance, held against runs with a fixed number of iterations.
#include <gtest/gtest.h>

#include <bit>

#include "oracle/oracle_comparison.h"
#include "physics/simulation.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// Compressed by a tenth, so that there is something to iterate on; more than one block of the error's sum.
Scene compressed() {
    Parameters p = only_pressure();
    p.constraint = ConstraintType::unilateral;
    p.particle_mass = 0.137f;
    p.max_iterations = 60;
    return scene_with(p);
}

struct Exit {
    ParticleState state;
    uint32_t used;
    double error;  // mean of max(C, 0), as the device saw it last
};

Exit step_once(Scene scene, const ParticleState& start, std::unique_ptr<Backend> backend) {
    Simulation simulation(scene, start, std::move(backend));
    simulation.run(1);
    const auto words = download<uint32_t>(simulation.solver, Field::solver_state);
    return {simulation.solver.state(), simulation.solver.iterations_used(), std::bit_cast<float>(words[2])};
}

class ToleranceExit : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(ToleranceExit);

TEST_P(ToleranceExit, StopsAtTheFirstIterationThatMeetsIt) {
    Scene scene = compressed();
    const ParticleState start = jittered_block(scene, 2500);
    scene.parameters.density_tolerance = 0.01f;
    const Exit exit = step_once(scene, start, make_backend());
    EXPECT_GT(exit.used, 2u);
    EXPECT_LT(exit.used, 60u);
    const double rest_density = scene.parameters.rest_density;
    EXPECT_LE(exit.error, 0.01);
    EXPECT_NEAR(exit.error, mean_error(exit.state, rest_density), tolerance::kMeanError);

    // As many iterations without a tolerance go to the same place; their last density is the one before.
    scene.parameters.density_tolerance = 0;
    scene.parameters.max_iterations = exit.used;
    const Exit fixed = step_once(scene, start, make_backend());
    EXPECT_EQ(fixed.state.position, exit.state.position);
    EXPECT_GT(mean_error(fixed.state, rest_density), 0.01);
    EXPECT_EQ(fixed.used, exit.used);
    scene.parameters.max_iterations = exit.used + 1;
    EXPECT_EQ(step_once(scene, start, make_backend()).state.density, exit.state.density);
}

TEST_P(ToleranceExit, KeepsToMinimumAndMaximum) {
    Scene scene = compressed();
    const ParticleState start = jittered_block(scene, 1234);
    scene.parameters.density_tolerance = 0.5f;  // met from the beginning
    scene.parameters.min_iterations = 5;
    EXPECT_EQ(step_once(scene, start, make_backend()).used, 5u);
    scene.parameters.density_tolerance = 1e-7f;  // never met
    scene.parameters.max_iterations = 7;
    const Exit exit = step_once(scene, start, make_backend());
    EXPECT_EQ(exit.used, 7u);
    EXPECT_GT(exit.error, 1e-7);
}

}  // namespace
}  // namespace undine::testing
