#include "scene/pick_solid.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <vector>

namespace undine {
namespace {

TEST(PickSolid, FindsTheFirstThatFloats) {
    const std::vector<Solid> solids{{.center = {0, 0, 1}, .radius = 0.5f},  // does not float
                                    {.center = {0, 0, 6}, .radius = 0.5f, .density = 500},
                                    {.center = {0, 0, 3}, .half_size = {0.5f, 0.5f, 0.25f}, .density = 500}};
    const std::vector<SolidState> states = states_at(solids, 0);
    const auto picked = pick_floating(solids, states, {0.1, 0.1, 0}, {0, 0, 1}, 100);
    ASSERT_TRUE(picked);
    EXPECT_EQ(picked->index, 2u);
    EXPECT_NEAR(picked->distance, 2.75, 2e-3);
    const glm::dvec3 past = glm::normalize(glm::dvec3(0.62, 0, 3));  // by the box, and then by the ball
    EXPECT_FALSE(pick_floating(solids, states, {0, 0, 0}, past, 100));
    EXPECT_FALSE(pick_floating(solids, states, {0, 0, 0}, {0, 0, -1}, 100)) << "behind the eye";
    EXPECT_FALSE(pick_floating(solids, states, {0, 0, 0}, {0, 0, 1}, 2)) << "too far";
}

}  // namespace
}  // namespace undine
