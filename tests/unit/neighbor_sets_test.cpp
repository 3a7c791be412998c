// Differences of neighbour lists as sets, against answers known by hand.
#include "measure/neighbor_sets.h"

#include <gtest/gtest.h>

#include <vector>

namespace undine::testing {
namespace {

constexpr Extents kExtents{.particles = 2, .list_capacity = 3};
constexpr uint32_t kUnwritten = 77;

struct Lists {
    std::vector<uint32_t> list;  // [k · 2 + i]
    std::vector<uint32_t> counts;
    operator NeighborLists() { return {list, counts}; }
};

// Particle 0 has the fluid neighbours 5 and 9; particle 1 the fluid neighbour 4 and the boundary's 4.
Lists original() { return {{5, 4, 9, 4, kUnwritten, kUnwritten}, {2, 0, 1, 1}}; }

TEST(NeighborSets, OrderDoesNotMatter) {
    Lists a = original(), b = original();
    EXPECT_EQ(count_differing_pairs(a, b, kExtents), 0u);
    std::swap(b.list[0], b.list[2]);
    EXPECT_EQ(count_differing_pairs(a, b, kExtents), 0u);
}

TEST(NeighborSets, PairsOfOneListOnlyCount) {
    Lists a = original(), b = original();
    b.list[2] = 10;  // 0: 5 and 10: 9 is missing, 10 is new
    EXPECT_EQ(count_differing_pairs(a, b, kExtents), 2u);
    b.list[4] = 9;  // 0: 5, 10 and 9
    b.counts[0] = 3;
    EXPECT_EQ(count_differing_pairs(a, b, kExtents), 1u);
}

TEST(NeighborSets, FluidAndBoundarySlotsAreDifferentParticles) {
    Lists a = original(), b = original();
    b.counts[2] = 2, b.counts[3] = 0;  // 1: two fluid neighbours 4 where there was one of each kind
    EXPECT_EQ(count_differing_pairs(a, b, kExtents), 2u);
}

TEST(NeighborSets, WhatIsNotInAListIsNotCompared) {
    Lists a = original(), b = original();
    b.list[4] = b.list[5] = 1234;  // beyond the counts
    EXPECT_EQ(count_differing_pairs(a, b, kExtents), 0u);
    EXPECT_NE(a.list, b.list);
    clear_unused_entries(a, kExtents);
    clear_unused_entries(b, kExtents);
    EXPECT_EQ(a.list, b.list);
    EXPECT_EQ(a.list[2], 9u);
    b.list[4] = 8, b.counts[0] = 7;  // more neighbours than the list holds
    EXPECT_EQ(count_differing_pairs(a, b, kExtents), 1u);
}

}  // namespace
}  // namespace undine::testing
