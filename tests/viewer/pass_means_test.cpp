// Times of frames as a person reads them.
#include "viewer/core/pass_means.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scene/parameters.h"
#include "solver/backend.h"
#include "viewer/core/pass_rows.h"

namespace undine {
namespace {

// Passes of so many steps, of which each takes 10 ms: 2 before, 3 twice within the iterations, 2 after.
PassTimes steps_of(uint64_t steps, double drawing_ms = 0) {
    const auto n = double(steps);
    PassTimes times;
    if (steps > 0)
        times.step = {{"predict", n, steps},
                      {"sort/scatter", n, steps},
                      {"compute_lambda", 6 * n, 2 * steps},
                      {"apply_xsph", 2 * n, steps}};
    if (drawing_ms > 0) times.picture = {{"fit_ellipsoid", drawing_ms / 2, 1}, {"shade", drawing_ms / 2, 1}};
    return times;
}

// Frames of 50 ms, 10 of which wait for the display; `measured`: the steps whose passes these are.
void frames(PassMeter& meter, int count, const PassTimes& times, uint32_t steps) {
    const size_t measured = times.step.empty() ? 0 : times.step[0].runs;
    for (int f = 0; f < count; ++f)
        meter.add(times, {.steps = steps,
                          .step_ms = std::vector<double>(measured, 10),
                          .simulated = 0.01 * steps,
                          .wall = 0.05,
                          .waited = 0.01});
}

PassMeans means_of(const PassTimes& times) {
    PassMeter meter;
    frames(meter, 25, times, 2);
    return meter.means();
}

TEST(FpsText, SlowMachinesHaveFramesToo) {
    EXPECT_EQ(fps_text(0.41), "0.4");
    EXPECT_EQ(fps_text(9.4), "9.4");
    EXPECT_EQ(fps_text(59.9), "60");
}

TEST(PassMeter, PartsOfAPassAreOneRowAndSimulationIsNotDrawing) {
    const PassMeans m = means_of(steps_of(2, 5));
    ASSERT_EQ(m.simulation.size(), 4u);
    EXPECT_EQ(m.simulation[1].name, "sort");
    ASSERT_EQ(m.drawing.size(), 2u);
    EXPECT_NEAR(m.simulation_ms, 20, 1e-9);
    EXPECT_NEAR(m.drawing_ms, 5, 1e-9);
    EXPECT_NEAR(m.step_ms, 10, 1e-9);
    EXPECT_NEAR(m.fps, 20, 1e-9);
    EXPECT_NEAR(m.speed, 0.4, 1e-9);
}

TEST(PassMeter, TheWallsClockIsSharedAsThePassesWere) {
    EXPECT_NEAR(means_of(steps_of(2, 5)).busy_step_ms, 40 * 0.8 / 2, 1e-9);
    EXPECT_NEAR(means_of(steps_of(2, 60)).busy_step_ms, 40 * 0.25 / 2, 1e-9) << "passes of two frames overlapped";
    EXPECT_NEAR(means_of({}).busy_step_ms, 40 / 2.0, 1e-9) << "no clock: all of it";
    EXPECT_NEAR(means_of({}).step_ms, 40 / 2.0, 1e-9);
}

// While the panel does not show them, the passes of one frame in 30 are timed.
TEST(PassMeter, MeansOfTheFramesThatWereTimed) {
    PassMeter meter;
    frames(meter, 25, steps_of(2, 5), 2);
    for (int f = 0; f < 120; ++f) {
        const bool timed = f % 30 == 0;
        meter.add(timed ? steps_of(2, 5) : PassTimes(), {.steps = 2,
                                                         .step_ms = std::vector<double>(timed ? 2 : 0, 10),
                                                         .simulated = 0.02,
                                                         .timed = timed,
                                                         .wall = 0.05,
                                                         .waited = 0.01});
        const PassMeans& m = meter.means();
        ASSERT_NEAR(m.simulation_ms, 20, 1e-9) << f;
        ASSERT_NEAR(m.drawing_ms, 5, 1e-9) << f;
        ASSERT_NEAR(m.step_ms, 10, 1e-9) << f;
        ASSERT_NEAR(m.busy_step_ms, 40 * 0.8 / 2, 1e-9) << f;
    }
}

// Paused, the picture is still drawn and its ellipsoids fitted; the last steps' passes are known two frames late.
TEST(PassMeter, APauseLeavesWhatAStepTakes) {
    PassMeter meter;
    frames(meter, 20, steps_of(2, 5), 2);
    const double step = meter.means().step_ms, busy = meter.means().busy_step_ms;
    frames(meter, 2, steps_of(2, 5), 0);
    for (int k = 0; k < 4; ++k) {
        frames(meter, 10, steps_of(0, 5), 0);
        EXPECT_NEAR(meter.means().step_ms, step, 1e-9) << k;
        EXPECT_NEAR(meter.means().busy_step_ms, busy, busy / 2) << k;
    }
    EXPECT_EQ(meter.means().simulation_ms, 0);
    EXPECT_NEAR(meter.means().drawing_ms, 5, 1e-9);
    frames(meter, 1, steps_of(0, 5), 1);  // a single step, whose passes come two frames later
    frames(meter, 1, steps_of(0, 5), 0);
    frames(meter, 1, steps_of(1, 5), 0);
    frames(meter, 20, steps_of(0, 5), 0);
    EXPECT_NEAR(meter.means().step_ms, step, 1e-9);
    EXPECT_LT(meter.means().busy_step_ms, 41) << "of one frame, not of all those without a step";
}

TEST(PassMeter, NothingIsMeasuredWithoutAStep) {
    PassMeter meter;
    frames(meter, 20, steps_of(0, 5), 0);
    EXPECT_GT(meter.version(), 0u);
    EXPECT_EQ(meter.means().step_ms, 0);
    EXPECT_EQ(meter.means().busy_step_ms, 0);
}

// Until a whole step has been measured, and where the queue has no clock.
TEST(PassMeter, AStepIsNeverFree) {
    PassMeter meter;
    for (int f = 0; f < 20; ++f) meter.add(steps_of(1), {.steps = 1, .simulated = 0.01, .wall = 0.05});
    EXPECT_NEAR(meter.means().step_ms, 50, 1e-9);
    frames(meter, 20, steps_of(1), 1);
    EXPECT_NEAR(meter.means().step_ms, 10, 1e-9);
}

TEST(PassMeter, OfAnotherSolverNothingIsKnown) {
    PassMeter meter;
    frames(meter, 25, steps_of(2, 5), 2);
    const uint64_t version = meter.version();
    meter.new_solver();
    EXPECT_GT(meter.version(), version) << "what shows the figures follows";
    EXPECT_EQ(meter.means().step_ms, 0);
    EXPECT_EQ(meter.means().busy_step_ms, 0);
    frames(meter, 20, steps_of(0, 5), 0);
    EXPECT_EQ(meter.means().step_ms, 0) << "the old solver's last frame had steps";
}

TEST(PassMeter, KnowsWhatSimulates) {
    for (const char* pass : {"predict", "sort", "sort/scatter", "reduce", "fit_ellipsoid"})
        EXPECT_TRUE(is_simulation(pass)) << pass;
    for (const char* pass : {"shade", "panel", "sky map", ""}) EXPECT_FALSE(is_simulation(pass)) << pass;
}

// The solver's passes that run for the picture are not a step's.
TEST(SplitPasses, GivesThePictureWhatIsWorkedOutForIt) {
    auto pictures = [](const char* pass, const Parameters& p) {
        return split_passes({{pass, 1, 1}}, p).picture.size() == 1;
    };
    Parameters p;
    p.vorticity = VorticityMode::off;
    p.neighbors = NeighborSearch::list;
    for (const char* pass : {"fit_ellipsoid", "compute_vorticity", "shade", "panel"})
        EXPECT_TRUE(pictures(pass, p)) << pass;
    for (const char* pass : {"predict", "sort/scatter", "reduce", "find_neighbors", "apply_xsph"})
        EXPECT_FALSE(pictures(pass, p)) << pass;
    p.vorticity = VorticityMode::A;
    p.vorticity_epsilon = 0.1f;
    EXPECT_FALSE(pictures("compute_vorticity", p));
    p.neighbors = NeighborSearch::grid;
    EXPECT_TRUE(pictures("find_neighbors", p)) << "counts, for a colouring";
}

// The panel's rows, by name.
std::vector<std::string> names(const std::vector<PassTime>& rows) {
    std::vector<std::string> result;
    for (const PassTime& row : rows) result.push_back(row.name);
    return result;
}

TEST(PassRows, AreThoseThatRanInTheOrderOfAFrame) {
    PassMeter meter;
    EXPECT_TRUE(simulation_rows(meter.means()).empty());
    frames(meter, 20, steps_of(2, 5), 2);
    EXPECT_EQ(names(simulation_rows(meter.means())),
              (std::vector<std::string>{"predict", "sort", "compute_lambda", "apply_xsph"}));
    EXPECT_EQ(names(drawing_rows(meter.means(), Style::water)), (std::vector<std::string>{"fit_ellipsoid", "shade"}));
    // A pause leaves the rows where they are, so that nothing below them jumps.
    frames(meter, 20, steps_of(0, 5), 0);
    const auto paused = simulation_rows(meter.means());
    EXPECT_EQ(names(paused).size(), 4u);
    EXPECT_EQ(paused[0].runs, 0u) << "shown as a dash";
    meter.new_solver();
    EXPECT_TRUE(simulation_rows(meter.means()).empty());
}

}  // namespace
}  // namespace undine
