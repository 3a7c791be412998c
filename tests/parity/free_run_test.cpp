// Free runs of the same start: equal backends stay together, others part while the flow stays the same.
#include "measure/free_run.h"

#include <gtest/gtest.h>

#include <cmath>

#include "io/scene_boundary.h"
#include "parity/planted_error.h"
#include "parity/small_splash.h"
#include "solver/fluid_params.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

// moved: the second one's start differs in the last place.
FreeRunReport run_both(std::unique_ptr<Backend> first, std::unique_ptr<Backend> second, uint64_t steps,
                       bool moved = false) {
    const Scene scene = small_splash();
    ParticleState start = shaken_fluid(scene);
    Solver a(scene, start, make_boundary(scene), std::move(first));
    for (glm::vec3& x : start.position)
        if (moved) x.x = std::nextafter(x.x, 10.0f);
    Solver b(scene, start, make_boundary(scene), std::move(second));
    Solver* const both[] = {&a, &b};
    return run_freely(both, steps);
}

TEST(FreeRuns, OfTheSameBackendStayTogether) {
    const FreeRunReport report = run_both(make_test_backend("cpu", 1), make_test_backend("cpu", 3), 50);
    ASSERT_EQ(report.runs[1].distances.size(), 50u);
    for (const ParticleDistance& d : report.runs[1].distances) EXPECT_EQ(d.largest, 0);
    for (const FigureComparison& c : compare_figures(report, 1)) EXPECT_EQ(c.first, c.own) << c.figure->name;
    EXPECT_FALSE(time_of_parting(report, 1, 0));
}

TEST(FreeRuns, SampleEvenlyAndEndWithTheRun) {
    const FreeRunReport report = run_both(make_test_backend("cpu"), make_test_backend("cpu"), 410);
    EXPECT_EQ(report.runs[0].samples.size(), 20u);
    EXPECT_EQ(report.runs[0].samples.back().step, 410u);
    EXPECT_EQ(report.runs[1].distances.size(), 200u);
    EXPECT_EQ(report.runs[1].distances.back().step, 410u);
    EXPECT_TRUE(report.runs[0].distances.empty());
    EXPECT_EQ(run_both(make_test_backend("cpu"), make_test_backend("cpu"), 3).runs[0].samples.size(), 3u);
}

class FreeRunsOn : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(FreeRunsOn);

TEST_P(FreeRunsOn, PartWhileTheFlowAgrees) {
    const FreeRunReport report = run_both(make_test_backend("cpu"), make_backend(), 200, on_cpu());
    const auto& distances = report.runs[1].distances;
    EXPECT_LT(distances.front().largest, 1e-4 * report.support_radius);  // rounding of one step
    EXPECT_GT(distances.back().rms, 1e-2 * report.support_radius);
    const auto growth = fit_growth(report, 1);
    ASSERT_TRUE(growth);
    EXPECT_GT(growth->e_folding_time, report.dt);
    EXPECT_LT(growth->e_folding_time, double(report.steps) * report.dt);
    EXPECT_FALSE(first_disagreement(report));
}

TEST_P(FreeRunsOn, AnErrorThatChangesTheFlowIsFound) {
    const PlantedError error{"compute_lambda", &FluidParams::relaxation, 8};  // a softer fluid
    const FreeRunReport report =
        run_both(make_test_backend("cpu"), std::make_unique<WrongInOnePass>(make_backend(), error), 200);
    const auto found = first_disagreement(report);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->run, 1u);
}

}  // namespace
}  // namespace undine::testing
