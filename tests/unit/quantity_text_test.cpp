#include "text/quantity_text.h"

#include <gtest/gtest.h>

namespace undine::testing {
namespace {

TEST(QuantityText, CountsHaveTheRightNumber) {
    EXPECT_EQ(counted(0, "step"), "0 steps");
    EXPECT_EQ(counted(1, "step"), "1 step");
    EXPECT_EQ(counted(2, "step"), "2 steps");
    EXPECT_EQ(counted(50'400, "particle"), "50,400 particles");
    EXPECT_EQ(counted(1, "box", "boxes"), "1 box");
    EXPECT_EQ(counted(3, "box", "boxes"), "3 boxes");
}

TEST(QuantityText, MemoryHasAFittingUnit) {
    EXPECT_EQ(memory_text(1), "1 byte");
    EXPECT_EQ(memory_text(1023), "1,023 bytes");
    EXPECT_EQ(memory_text(32 << 10), "32 KiB");
    EXPECT_EQ(memory_text(128 << 20), "128 MiB");
    EXPECT_EQ(memory_text((uint64_t{1} << 30) - 1), "1 GiB");
    EXPECT_EQ(memory_text(uint64_t{3} << 29), "1.5 GiB");
    EXPECT_EQ(memory_text(uint64_t{80} << 30), "80 GiB");
    EXPECT_EQ(memory_text(UINT64_MAX), "16384 PiB");
}

TEST(QuantityText, SharesAreWholePercentUnlessAskedOtherwise) {
    EXPECT_EQ(percent_text(0.1249), "12 %");
    EXPECT_EQ(percent_text(0.0654, 1), "6.5 %");
    EXPECT_EQ(percent_text(-0.272, 1), "-27.2 %");
}

TEST(QuantityText, EnergiesHaveThreeDigits) {
    EXPECT_EQ(energy_text(0), "0.00 J");
    EXPECT_EQ(energy_text(971.4), "971 J");
    EXPECT_EQ(energy_text(999.6), "1.00 kJ");
    EXPECT_EQ(energy_text(-12'345), "-12.3 kJ");
    EXPECT_EQ(energy_text(0.0123), "12.3 mJ");
    EXPECT_EQ(energy_text(2.5e8), "250 MJ");
    EXPECT_EQ(energy_text(1e-9), "0.00 mJ");
}

TEST(QuantityText, FilesAreCountedInThousands) {
    EXPECT_EQ(file_size_text(999), "999 bytes");
    EXPECT_EQ(file_size_text(4'460'000), "4.46 MB");
    EXPECT_EQ(file_size_text(999'999), "1 MB");
    EXPECT_EQ(file_size_text(12'345), "12.3 kB");
}

}  // namespace
}  // namespace undine::testing
