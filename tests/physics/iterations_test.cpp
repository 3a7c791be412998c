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

struct EarlyExit {
    ParticleState state;
    uint32_t used;
    double error;  // mean of max(C, 0), as the device saw it last
};

EarlyExit run(Scene scene, const ParticleState& start, std::unique_ptr<Backend> backend, int steps = 1) {
    Simulation simulation(scene, start, std::move(backend));
    simulation.run(steps);
    const auto words = download<uint32_t>(simulation.solver, Field::solver_state);
    return {simulation.solver.state(), simulation.solver.iterations_used(), std::bit_cast<float>(words[2])};
}

class ToleranceExit : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(ToleranceExit);

TEST_P(ToleranceExit, StopsAtTheFirstIterationThatMeetsIt) {
    constexpr uint32_t kUsed = 6;
    Scene scene = compressed();
    const ParticleState start = jittered_block(scene, 2500);
    const double rest_density = scene.parameters.rest_density;
    // The last density of k + 1 fixed iterations is what k corrections leave.
    scene.parameters.max_iterations = kUsed + 1;
    const EarlyExit one_more = run(scene, start, make_backend());
    scene.parameters.max_iterations = kUsed;
    const EarlyExit fixed = run(scene, start, make_backend());
    const double error = mean_error(one_more.state, rest_density);
    EXPECT_GT(error, 0.003);
    EXPECT_GT(mean_error(fixed.state, rest_density), 1.02 * error) << "each iteration gains more than the margin below";

    scene.parameters.max_iterations = 60;
    scene.parameters.density_tolerance = static_cast<float>(1.01 * error);
    const EarlyExit exit = run(scene, start, make_backend());
    EXPECT_EQ(exit.used, kUsed);
    EXPECT_NEAR(exit.error, error, tolerance::kMeanError);
    EXPECT_EQ(exit.state.position, fixed.state.position) << "the last correction, no more and no less";
    EXPECT_EQ(exit.state.density, one_more.state.density);
}

TEST_P(ToleranceExit, KeepsToMinimumAndMaximumInEveryStep) {
    Scene scene = compressed();
    const ParticleState start = jittered_block(scene, 1234);
    for (int steps : {1, 3}) {
        scene.parameters.density_tolerance = 0.5f;  // met from the beginning
        scene.parameters.min_iterations = 5;
        EXPECT_EQ(run(scene, start, make_backend(), steps).used, 5u);
        scene.parameters.density_tolerance = 1e-7f;  // never met
        scene.parameters.max_iterations = 7;
        const EarlyExit exit = run(scene, start, make_backend(), steps);
        EXPECT_EQ(exit.used, 7u);
        EXPECT_GT(exit.error, 1e-7);
    }
}

}  // namespace
}  // namespace undine::testing
