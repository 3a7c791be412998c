#include "gpu/tick_counter.h"

#include <gtest/gtest.h>

namespace undine {
namespace {

TEST(TickCounter, StartsOverAfterItsValidBits) {
    TickCounter counter(36);
    constexpr uint64_t kRound = uint64_t{1} << 36;
    EXPECT_TRUE(counter.exists());
    EXPECT_EQ(counter.between(kRound - 10, 5), 15u);
    EXPECT_EQ(counter.since_first(kRound - 10), 0);
    EXPECT_EQ(counter.since_first(5), 15);
    EXPECT_EQ(counter.since_first(kRound - 20), -10) << "another pass, which began before";
    for (int64_t round = 1; round <= 3; ++round) {
        EXPECT_EQ(counter.since_first(kRound / 3),
                  round * int64_t(kRound) + int64_t(kRound / 3) - int64_t(kRound) + 10);
        counter.since_first(2 * (kRound / 3));
        counter.since_first(kRound - 10);
    }
}

TEST(TickCounter, InvalidBitsAreIgnored) {
    TickCounter counter(32);
    EXPECT_EQ(counter.between(0xabcd'0000'0000'0007, 0x1234'0000'0000'0009), 2u);
    counter.since_first(0xabcd'0000'0000'0007);
    EXPECT_EQ(counter.since_first(0x1234'0000'0000'0009), 2);
}

TEST(TickCounter, AnEndBeforeItsBeginningIsNoTimeAtAll) {
    EXPECT_EQ(TickCounter(64).between(1'000'000, 999'000), 0u);
    EXPECT_EQ(TickCounter(40).between(3, (uint64_t{1} << 40) - 3), 0u);
}

// Some drivers count ns since 1970, of which a double has 256 at once.
TEST(TickCounter, LargeTimesAreExact) {
    TickCounter counter(64);
    constexpr uint64_t kNow = 1'795'000'000'123'456'789;
    counter.since_first(kNow);
    EXPECT_EQ(double(counter.since_first(kNow + 7)), 7.0);
    EXPECT_EQ(counter.since_first(kNow - 3), -3);
}

TEST(TickCounter, NoneIsSaidSo) { EXPECT_FALSE(TickCounter(0).exists()); }

}  // namespace
}  // namespace undine
