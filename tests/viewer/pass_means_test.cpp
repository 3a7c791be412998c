// Times of frames as a person reads them.
#include "viewer/pass_means.h"

#include <gtest/gtest.h>

#include "solver/backend.h"

namespace undine {
namespace {

// A second of frames of 50 ms, 10 of which wait for the display; two steps each.
PassMeans means_of(double simulation_ms, double drawing_ms) {
    std::vector<PassTime> times;
    if (simulation_ms > 0) times.push_back({"predict", simulation_ms / 2, 2});
    if (simulation_ms > 0) times.push_back({"sort/scatter", simulation_ms / 2, 2});
    if (drawing_ms > 0) times.push_back({"shade", drawing_ms, 1});
    PassMeter meter;
    for (int frame = 0; frame < 20; ++frame) meter.add(times, 2, 0.02, 0.05, 0.01);
    return meter.means();
}

TEST(PassMeter, PartsOfAPassAreOneRowAndSimulationIsNotDrawing) {
    const PassMeans m = means_of(20, 5);
    ASSERT_EQ(m.simulation.size(), 2u);
    EXPECT_EQ(m.simulation[1].name, "sort");
    ASSERT_EQ(m.drawing.size(), 1u);
    EXPECT_NEAR(m.simulation_ms, 20, 1e-9);
    EXPECT_NEAR(m.drawing_ms, 5, 1e-9);
    EXPECT_NEAR(m.step_ms, 10, 1e-9);
    EXPECT_NEAR(m.fps, 20, 1e-9);
    EXPECT_NEAR(m.speed, 0.4, 1e-9);
}

TEST(PassMeter, TheWallsClockIsSharedAsThePassesWere) {
    EXPECT_NEAR(means_of(20, 5).busy_step_ms, 40 * 0.8 / 2, 1e-9);
    EXPECT_NEAR(means_of(20, 60).busy_step_ms, 40 * 0.25 / 2, 1e-9) << "passes of two frames overlapped";
    EXPECT_NEAR(means_of(0, 0).busy_step_ms, 40 / 2.0, 1e-9) << "no clock: all of it";
}

TEST(PassMeter, KnowsWhatSimulates) {
    for (const char* pass : {"predict", "sort", "sort/scatter", "reduce", "fit_ellipsoid"}) EXPECT_TRUE(is_simulation(pass)) << pass;
    for (const char* pass : {"shade", "panel", "sky map", ""}) EXPECT_FALSE(is_simulation(pass)) << pass;
}

}  // namespace
}  // namespace undine
