// The coarsest runs of every case of undine validate stay within bands.
#include <gtest/gtest.h>

#include "cli/validate/validation_case.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

const ValidationRunner kRunner("cpu", 1);

TEST(Validate, TheDamFollowsTheExperiment) {
    for (const ValidationPlot& plot : validate_dam_break(kRunner, true)) {
        ASSERT_EQ(plot.curves.size(), 1u);
        RecordProperty(plot.id, std::to_string(plot.curves[0].mean) + " " + std::to_string(plot.curves[0].largest));
        EXPECT_LE(plot.curves[0].mean, tolerance::kDamMean) << plot.id;
        EXPECT_LE(plot.curves[0].largest, tolerance::kDamLargest) << plot.id;
        EXPECT_GT(plot.curves[0].mean, 0) << "nothing was compared";
    }
}

TEST(Validate, WaterAtRestHasThePressureOfItsWeight) {
    const std::vector<ValidationPlot> plots = validate_rest(kRunner, true);
    ASSERT_EQ(plots.size(), 1u);
    EXPECT_LE(plots[0].curves[0].largest, tolerance::kProbedWeight);
    EXPECT_GT(plots[0].curves[0].mean, 0);
}

TEST(Validate, AStandingWaveSwingsAsLongAsInTheory) {
    const std::vector<ValidationPlot> plots = validate_standing_wave(kRunner, true);
    ASSERT_EQ(plots.size(), 1u);
    const std::vector<glm::dvec2>& surface = plots[0].curves[0].points;
    std::vector<double> zeros;
    for (size_t k = 1; k < surface.size(); ++k)
        if ((surface[k - 1].y > 0) != (surface[k].y > 0)) zeros.push_back(surface[k].x);
    ASSERT_GE(zeros.size(), 3u);
    EXPECT_NEAR((zeros[2] - zeros[0]) / 1.18182, 1, tolerance::kWavePeriod);  // 2π / √(g k tanh(k H)), k = π / m
}

TEST(Validate, CurvesAreReadBetweenTheirPoints) {
    const glm::dvec2 curve[] = {{0, 1}, {1, 3}, {3, 2}};
    EXPECT_DOUBLE_EQ(value_at(curve, 0.5), 2);
    EXPECT_DOUBLE_EQ(value_at(curve, 2), 2.5);
    EXPECT_DOUBLE_EQ(value_at(curve, 3), 2);
}

}  // namespace
}  // namespace undine::testing
