// Distances in units in the last place, against answers known by hand.
#include "measure/ulp.h"

#include <gtest/gtest.h>

#include <limits>

namespace undine::testing {
namespace {

TEST(Ulp, CountsTheFloatsBetween) {
    EXPECT_EQ(ulp_distance(1, 1), 0u);
    EXPECT_EQ(ulp_distance(1, std::nextafter(1.0f, 2.0f)), 1u);
    EXPECT_EQ(ulp_distance(1, 2), 1u << 23);  // one binade
    EXPECT_EQ(ulp_distance(2, 1), 1u << 23);
    EXPECT_EQ(ulp_distance(-4, -2), 1u << 23);
}

TEST(Ulp, CountsThroughZero) {
    const float least = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(ulp_distance(0.0f, -0.0f), 0u);
    EXPECT_EQ(ulp_distance(least, -least), 2u);
    EXPECT_EQ(ulp_distance(-3 * least, least), 4u);
    EXPECT_EQ(ulp_distance(-1, 1), 2 * ulp_distance(0, 1));
    const float most = std::numeric_limits<float>::max();
    EXPECT_EQ(ulp_distance(-most, most), 2u * 0x7f7fffffu);  // needs more than 32 signed bits
}

TEST(Ulp, HistogramHasBucketsOfTwiceTheWidth) {
    UlpHistogram h;
    const std::pair<uint64_t, size_t> cases[] = {{0, 0}, {1, 1}, {2, 2},      {3, 2},      {4, 3},
                                                 {7, 3}, {8, 4}, {16383, 14}, {16384, 15}, {~0ull, 15}};
    for (auto [ulps, bucket] : cases) {
        const uint64_t before = h.count[bucket];
        h.add(ulps);
        EXPECT_EQ(h.count[bucket], before + 1) << ulps;
        EXPECT_EQ(h.last_used(), bucket) << ulps;
    }
    EXPECT_EQ(h.total(), std::size(cases));
    EXPECT_EQ(UlpHistogram::bucket_name(0), "0");
    EXPECT_EQ(UlpHistogram::bucket_name(1), "1");
    EXPECT_EQ(UlpHistogram::bucket_name(3), "4–7");
    EXPECT_EQ(UlpHistogram::bucket_name(15), "≥ 16384");
    UlpHistogram twice = h;
    twice.add(h);
    EXPECT_EQ(twice.total(), 2 * h.total());
    EXPECT_EQ(UlpHistogram{}.last_used(), 0u);
}

}  // namespace
}  // namespace undine::testing
