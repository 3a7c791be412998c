// The figures of one comparison, against answers known by hand.
#include "measure/channel_difference.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace undine::testing {
namespace {

std::vector<uint32_t> words(std::initializer_list<float> values) {
    std::vector<uint32_t> out;
    for (float v : values) out.push_back(std::bit_cast<uint32_t>(v));
    return out;
}

const Channel kXyz = channels_of(Field::position, 3).at(0), kW = channels_of(Field::position, 3).at(1);

TEST(ChannelDifference, FiguresOfAVector) {
    UlpHistogram ulps;
    const auto a = words({3, 0, 4, 100, 0, 0, 0, 200}), b = words({3, 0.5f, 4, 100, 0, 0, -0.25f, 200});
    const ChannelComparison c = compare_channel(kXyz, a, b, {}, ulps);
    EXPECT_EQ(c.compared, 6u);
    EXPECT_EQ(c.max_difference, 0.5);
    EXPECT_EQ(c.rms, std::sqrt(25.0 / 6));
    EXPECT_EQ(c.nmse, (0.25 + 0.0625) / 25);
    EXPECT_EQ(c.rounding, 0);
    EXPECT_EQ(c.place.element, 0u);
    EXPECT_EQ(c.place.word, 1u);
    EXPECT_EQ(c.place.b, 0.5);
    EXPECT_EQ(ulps.total(), 6u);
    EXPECT_EQ(ulps.count[0], 4u);

    const ChannelComparison w = compare_channel(kW, a, b, {}, ulps);
    EXPECT_EQ(w.compared, 2u);
    EXPECT_EQ(w.max_difference, 0);
    EXPECT_EQ(w.rms, std::sqrt((100.0 * 100 + 200.0 * 200) / 2));
}

TEST(ChannelDifference, PositionsAreComparedAsDisplacements) {
    UlpHistogram ulps;
    const auto from = words({8, 8, 8, 0}), a = words({8.5f, 8, 8, 0}), b = words({8.5f, 8, 8.25f, 0});
    const ChannelComparison c = compare_channel(kXyz, a, b, from, ulps);
    EXPECT_EQ(c.rms, std::sqrt(0.25 / 3));
    EXPECT_EQ(c.nmse, 0.0625 / 0.25);
    EXPECT_EQ(c.rounding, 8.5 * std::numeric_limits<float>::epsilon());
}

TEST(ChannelDifference, WhatIsNotFiniteIsBeyondAnyTolerance) {
    UlpHistogram ulps;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto a = words({1, 2, 3, 4}), b = words({9, nan, 3, 4});
    const ChannelComparison c = compare_channel(kXyz, a, b, {}, ulps);
    EXPECT_EQ(c.not_finite, 1u);
    EXPECT_EQ(c.place.word, 1u);  // not where the largest difference is
    EXPECT_TRUE(std::isinf(c.share_of_limit({1e9, 1e9})));
    EXPECT_EQ(compare_channel(kXyz, b, b, {}, ulps).not_finite, 1u);  // nor where both agree on it
}

TEST(ChannelDifference, ShareOfTheLimit) {
    const ParityTolerance tolerance{.max_error = 0.1, .max_nmse = 0.01};
    EXPECT_DOUBLE_EQ((ChannelComparison{.max_difference = 0.1, .rms = 2}.share_of_limit(tolerance)), 0.5);
    EXPECT_DOUBLE_EQ((ChannelComparison{.max_difference = 0.1, .rms = 2, .nmse = 0.02}.share_of_limit(tolerance)), 2);
    EXPECT_DOUBLE_EQ(
        (ChannelComparison{.max_difference = 0.1, .rms = 2, .rounding = 0.2, .nmse = 0.02}.share_of_limit(tolerance)),
        0.25);
    EXPECT_TRUE(
        std::isinf(ChannelComparison{.max_difference = 1e-9}.share_of_limit(tolerance)));  // of a field that is zero
    EXPECT_EQ(ChannelComparison{}.share_of_limit(tolerance), 0);
    EXPECT_TRUE(std::isinf(ChannelComparison{.integers = true, .unequal_integers = 1}.share_of_limit(tolerance)));
}

TEST(ChannelDifference, KeepsTheWorstRunAndTheFirstBeyond) {
    const ParityTolerance tolerance{.max_error = 0.1, .max_nmse = 1};
    ChannelDifference d{.pass = "p", .channel = "c"};
    for (double largest : {0.05, 0.2, 0.4, 0.1}) {
        ChannelComparison c{.compared = 10, .max_difference = largest, .rms = 1};
        c.moment.step = static_cast<uint64_t>(largest * 100);
        d.add(c, tolerance);
    }
    EXPECT_FALSE(d.within());
    EXPECT_EQ(d.first_beyond->moment.step, 20u);
    EXPECT_EQ(d.worst.moment.step, 40u);
    EXPECT_EQ(d.compared, 40u);
}

}  // namespace
}  // namespace undine::testing
