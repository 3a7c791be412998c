// What is made of free runs, against answers known by hand.
#include "measure/free_run.h"

#include <gtest/gtest.h>

#include <cmath>

namespace undine::testing {
namespace {

TEST(FreeRun, DistanceOfTwoStates) {
    ParticleState a, b;
    a.resize(4);
    b.resize(4);
    b.position[1] = {3, 0, 4};
    b.position[3] = {0, -1, 0};
    const ParticleDistance d = distance_between(a, b);
    EXPECT_EQ(d.rms, std::sqrt(26.0 / 4));
    EXPECT_EQ(d.largest, 5);
    EXPECT_EQ(distance_between(b, b).rms, 0);
}

// Steps of 0.01 s; the distance grows as given.
template <class Distance>
FreeRunReport growing(Distance distance) {
    FreeRunReport report{.dt = 0.01, .support_radius = 0.5, .steps = 200, .runs = {{}, {}}};
    for (uint64_t step = 1; step <= 200; ++step)
        report.runs[1].distances.push_back({.step = step, .rms = distance(double(step) * 0.01)});
    return report;
}

TEST(FreeRun, FitsExponentialGrowth) {
    const double h = 0.5;
    const FreeRunReport report = growing([&](double t) { return std::min(1e-6 * h * std::exp(t / 0.08), 2 * h); });
    const auto growth = fit_growth(report, 1);
    ASSERT_TRUE(growth);
    EXPECT_NEAR(growth->e_folding_time, 0.08, 1e-12);
    EXPECT_NEAR(growth->correlation, 1, 1e-12);
    EXPECT_NEAR(growth->from, 0.08 * std::log(1e2), 0.01);  // 1e-4 h
    EXPECT_NEAR(growth->to, 0.08 * std::log(1e5), 0.01);    // 1e-1 h
    const auto passed = time_of_parting(report, 1, 1e-2 * h);
    ASSERT_TRUE(passed);
    EXPECT_NEAR(*passed, 0.08 * std::log(1e4), 0.01);
    EXPECT_FALSE(time_of_parting(report, 1, 3 * h));
}

TEST(FreeRun, FitsNothingWhereNothingGrows) {
    EXPECT_FALSE(fit_growth(growing([](double) { return 0.0; }), 1));
    EXPECT_FALSE(fit_growth(growing([](double) { return 0.01; }), 1));
    EXPECT_FALSE(fit_growth(growing([](double t) { return t < 1 ? 1e-6 : 1.0; }), 1));  // a jump
}

TEST(FreeRun, FiguresAreHeldToTheirLimits) {
    FreeRunReport report{.dt = 0.01, .support_radius = 0.5, .steps = 20, .runs = {{}, {}}};
    for (FreeRun& run : report.runs) run.samples.resize(20);
    EXPECT_FALSE(first_disagreement(report));
    for (const FlowFigure& figure : flow_figures()) {
        SCOPED_TRACE(figure.name);
        EXPECT_TRUE(figure.scale == FlowFigure::Scale::absolute || (figure.tolerance > 0 && figure.tolerance < 0.1));
    }
    for (FreeRun& run : report.runs)
        for (FlowSample& s : run.samples) s.statistics.kinetic_energy_per_mass = 2;
    for (size_t k = 0; k < 10; ++k)
        report.runs[1].samples[k].statistics.kinetic_energy_per_mass = 2.4;  // the mean: + 10 %
    auto found = first_disagreement(report);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->run, 1u);
    EXPECT_STREQ(found->figure.figure->name, "kinetic energy");
    EXPECT_NEAR(found->figure.own, 2.2, 1e-12);

    for (FlowSample& s : report.runs[1].samples) s = report.runs[0].samples[0];
    report.runs[1].samples[7].front = std::nan("");  // what is not a number agrees with nothing
    found = first_disagreement(report);
    ASSERT_TRUE(found);
    EXPECT_STREQ(found->figure.figure->name, "front");
}

}  // namespace
}  // namespace undine::testing
