// undine frontier: which settings lie on a frontier, and that measuring them does not change what they compute.
#include <gtest/gtest.h>

#include "app/machine.h"
#include "cli/frontier/frontier_point.h"
#include "scene/parameters.h"

namespace undine::testing {
namespace {

FrontierPoint costing(double cost, double mean, const std::string& failure = "") {
    return {.cost = cost, .mean = mean, .failure = failure};
}

TEST(Frontier, HasWhatNothingIsBothCheaperAndBetterThan) {
    const FrontierPoint points[] = {costing(4, 0.1),
                                    costing(1, 0.5),
                                    costing(2, 0.6),
                                    costing(3, 0.2),
                                    costing(3, 0.15),
                                    costing(5, 0.15),
                                    costing(0.5, 0.01, "3 particles not finite")};
    EXPECT_EQ(frontier_of(points, frontier_measures()[0]), (std::vector<size_t>{1, 4, 0}));
    EXPECT_TRUE(frontier_of(points, frontier_measures()[2]).empty()) << "of none the energy is known";
}

TEST(Frontier, BeginsWithTheSceneAndChangesOneThingAtATime) {
    const Parameters p{.dt = 0.004f};
    const std::vector<FrontierSetting> settings = frontier_settings(p);
    EXPECT_TRUE(settings[0].overrides.empty());
    EXPECT_EQ(settings[1].overrides, (std::vector<std::string>{"method=pbf", "dt=0.008", "max_iterations=1"}));
    EXPECT_EQ(settings.back().overrides[1], "sound_speed=60");
    EXPECT_EQ(settings.size(), 27u) << "the scene as it is comes once";
}

// The same steps with and without the twenty moments: the last one's figures are those of a run of one moment.
TEST(Frontier, MeasuringChangesNothing) {
    Machine machine;
    SimulationOptions scene{.scene = "cube_drop", .backend = "cpu", .threads = 1};
    scene.overrides = {"support_radius=0.2", "particle_spacing=0.1", "dt=0.004"};
    const FrontierPoint often = measure_frontier_point(scene, {"as it is", {}}, 0.164, machine, 20);
    const FrontierPoint once = measure_frontier_point(scene, {"as it is", {}}, 0.164, machine, 1);
    EXPECT_EQ(often.failure, "");
    EXPECT_EQ(often.height, once.height);
    EXPECT_EQ(often.energy_lost, once.energy_lost);
    EXPECT_GT(often.cost, 0);
    EXPECT_GE(often.worst, once.worst);
    EXPECT_GT(often.mean, 0);
}

TEST(Frontier, SaysWhatDidNotHold) {
    Machine machine;
    SimulationOptions scene{.scene = "cube_drop", .backend = "cpu", .threads = 1};
    scene.overrides = {"support_radius=0.2", "particle_spacing=0.1", "neighbor_capacity=8"};
    const FrontierPoint full = measure_frontier_point(scene, {"as it is", {}}, 0.1, machine);
    EXPECT_NE(full.failure.find("found no room"), std::string::npos) << full.failure;
}

}  // namespace
}  // namespace undine::testing
