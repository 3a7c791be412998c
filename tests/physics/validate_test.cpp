// The coarsest runs of every case of undine validate stay within bands.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "cli/validate/validation_case.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

class Validate : public ::testing::TestWithParam<const ValidationCase*> {};

TEST_P(Validate, CoarsestRunsStayWithinBands) {
    for (const ValidationPlot& plot : GetParam()->run(ValidationRunner("cpu", 1), true)) {
        const auto* const band = std::ranges::find(tolerance::kValidated, plot.id, &tolerance::Validated::plot);
        ASSERT_NE(band, std::end(tolerance::kValidated)) << plot.id << " has no band";
        ASSERT_GE(plot.reference.size(), 2u) << plot.id;
        ASSERT_FALSE(plot.curves.empty()) << plot.id;
        for (const ValidationCurve& curve : plot.curves) {
            RecordProperty(plot.id, std::to_string(curve.mean) + " " + std::to_string(curve.largest));
            EXPECT_FALSE(curve.points.empty()) << plot.id;
            EXPECT_GT(curve.particles, 0u) << plot.id;
            EXPECT_GT(curve.mean, 0) << plot.id << ": nothing was compared";
            EXPECT_LE(curve.mean, band->mean) << plot.id << ", " << curve.name;
            EXPECT_LE(curve.largest, band->largest) << plot.id << ", " << curve.name;
        }
    }
}

std::vector<const ValidationCase*> every_case() {
    std::vector<const ValidationCase*> cases;
    for (const ValidationCase& c : validation_cases()) cases.push_back(&c);
    return cases;
}

INSTANTIATE_TEST_SUITE_P(, Validate, ::testing::ValuesIn(every_case()),
                         [](const auto& info) { return info.param->name; });

TEST(ValidateCurves, AStandingWaveSwingsAsLongAsInTheory) {
    const std::vector<ValidationPlot> plots = validate_standing_wave(ValidationRunner("cpu", 1), true);
    const std::vector<double> zeros = crossings(plots[0].curves[0].points);
    ASSERT_GE(zeros.size(), 3u);
    EXPECT_NEAR((zeros[2] - zeros[0]) / 1.18182, 1, tolerance::kWavePeriod);  // 2π / √(g k tanh(k H)), k = π / m
}

TEST(ValidateCurves, AreReadBetweenTheirPoints) {
    const glm::dvec2 curve[] = {{0, 1}, {1, 3}, {3, 2}};
    EXPECT_DOUBLE_EQ(value_at(curve, 0.5), 2);
    EXPECT_DOUBLE_EQ(value_at(curve, 2), 2.5);
    EXPECT_DOUBLE_EQ(value_at(curve, 3), 2);
}

TEST(ValidateCurves, AreSmoothedWithinAWidth) {
    const glm::dvec2 blow[] = {{0, 0}, {1, 0}, {2, 9}, {3, 0}, {4, 0}};
    const std::vector<glm::dvec2> smooth = smoothed(blow, 2);
    const double expected[] = {0, 3, 3, 3, 0};
    for (size_t k = 0; k < std::size(blow); ++k) {
        EXPECT_EQ(smooth[k].x, blow[k].x);
        EXPECT_NEAR(smooth[k].y, expected[k], 1e-12) << k;
    }
}

TEST(ValidateCurves, CrossZeroBetweenTheirPoints) {
    const glm::dvec2 curve[] = {{0, 1}, {1, -1}, {2, -3}, {4, 3}};
    const std::vector<double> zeros = crossings(curve);
    ASSERT_EQ(zeros.size(), 2u);
    EXPECT_DOUBLE_EQ(zeros[0], 0.5);
    EXPECT_DOUBLE_EQ(zeros[1], 3);
}

}  // namespace
}  // namespace undine::testing
