// What `undine compare` says of a difference: the pass, the backend and the place, on the first line.
#include "cli/compare/compare_report.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace undine::testing {
namespace {

Comparands two_candidates() {
    return {.scene = "dam",
            .particles = 1000,
            .dt = 0.01,
            .start_step = 2,
            .steps = 3,
            .backends = {{"cpu", "CPU, 1 thread"}, {"vulkan:A", "Vulkan on A"}, {"vulkan:B", "Vulkan on B"}}};
}

ChannelDifference channel(const char* pass, Field field, const char* name, bool integers, const char* unit = "") {
    return {.pass = pass, .channel = name, .field = field, .unit = unit, .compared = 1000, .integers = integers};
}

LockstepReport healthy() {
    LockstepReport report{.reference = "CPU",
                          .passes = {"predict", "compute_lambda"},
                          .not_run = {"apply_xsph"},
                          .candidates = {{.name = "A"}, {.name = "B"}}};
    for (auto& candidate : report.candidates) {
        candidate.differences.push_back(channel("predict", Field::cell, "cell", true));
        candidate.differences.push_back(
            channel("compute_lambda", Field::predicted_lambda, "predicted_lambda.w", false, "m²"));
    }
    return report;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(CompareReport, SaysThatAllIsWithinTolerance) {
    const LockstepReport report = healthy();
    const std::string text = lockstep_text(report, two_candidates());
    EXPECT_EQ(first_line(text), "all 2 passes of 3 steps within tolerance on vulkan:A and vulkan:B; no value differs");
    LockstepReport rounded = healthy();
    rounded.candidates[1].differences[1].ulps.add(uint64_t{1});
    EXPECT_EQ(first_line(lockstep_text(rounded, two_candidates())),
              "all 2 passes of 3 steps within tolerance on vulkan:A and vulkan:B");
    EXPECT_NE(text.find("steps 3 to 5"), std::string::npos);
    EXPECT_NE(text.find("Did not run in this scene: apply_xsph."), std::string::npos);
    EXPECT_EQ(text.find("BEYOND"), std::string::npos);
    EXPECT_TRUE(lockstep_json(report, two_candidates()).at("within").get<bool>());
}

TEST(CompareReport, NamesTheFirstInTheOrderOfExecution) {
    LockstepReport report = healthy();
    ChannelComparison lambda{.compared = 1000, .max_difference = 2.1e-3, .rms = 1, .moment = {3, 2, 9}};
    lambda.place = {.element = 5, .word = 3, .particle = 812, .a = -0.0123f, .b = -0.0126f};
    report.candidates[1].differences[1].add(lambda, report.tolerance);
    lambda.moment = {4, 1, 12};  // later, and on the candidate that is listed first
    report.candidates[0].differences[1].add(lambda, report.tolerance);
    EXPECT_EQ(first_line(lockstep_text(report, two_candidates())),
              "beyond tolerance: compute_lambda on vulkan:B, step 3, iteration 2: predicted_lambda.w differs by "
              "0.0021 of its "
              "RMS (limit 0.0001); particle 812: -0.0123 against -0.0126 m²");

    ChannelComparison cell{.compared = 1000, .integers = true, .unequal_integers = 1, .moment = {3, 1, 7}};
    cell.place = {.element = 4, .particle = 17, .a = 5, .b = 6};
    report.candidates[0].differences[0].add(cell, report.tolerance);
    EXPECT_EQ(first_line(lockstep_text(report, two_candidates())),
              "beyond tolerance: predict on vulkan:A, step 3: cell has 1 value of 1000 unequal; particle 17: 5 "
              "against 6");

    report.candidates[1].trespasses.push_back({"predict", "density", {3, 1, 6}});
    EXPECT_EQ(first_line(lockstep_text(report, two_candidates())),
              "beyond tolerance: predict on vulkan:B, step 3: changed density, which it does not write");
    const auto json = lockstep_json(report, two_candidates());
    EXPECT_FALSE(json.at("within").get<bool>());
    EXPECT_EQ(json.at("candidates").at(0).at("differences").at(0).at("first_beyond").at("particle"), 17);
}

TEST(CompareReport, SaysWhatIsNotFiniteAndWhichGuardsAreGone) {
    LockstepReport report = healthy();
    report.candidates[1].guards_intact = false;
    EXPECT_EQ(first_line(lockstep_text(report, two_candidates())),
              "beyond tolerance: vulkan:B overwrote the guard words around an array");
    ChannelComparison lambda{.compared = 1000, .not_finite = 2, .moment = {3, 1, 8}};
    lambda.place = {.element = 5, .word = 3, .particle = 8, .a = 1, .b = std::numeric_limits<double>::quiet_NaN()};
    report.candidates[0].differences[1].add(lambda, report.tolerance);
    EXPECT_EQ(first_line(lockstep_text(report, two_candidates())),
              "beyond tolerance: compute_lambda on vulkan:A, step 3, iteration 1: predicted_lambda.w has 2 values "
              "of 1000 not "
              "finite; particle 8: 1 against nan m²");
    // JSON has no such numbers.
    const auto json = nlohmann::json::parse(lockstep_json(report, two_candidates()).dump());
    const auto& worst = json.at("candidates").at(0).at("differences").at(1).at("worst");
    EXPECT_EQ(worst.at("a"), 1);
    EXPECT_EQ(worst.at("b"), nullptr);
}

TEST(CompareReport, NamesTheFigureOfAFreeRun) {
    FreeRunReport report{.dt = 0.01, .support_radius = 0.1, .steps = 100, .runs = {{}, {}, {}}};
    for (FreeRun& run : report.runs) run.samples.assign(20, {.step = 5, .front = 1});
    EXPECT_EQ(first_line(free_run_text(report, two_candidates())),
              "the flow agrees over 100 steps (1 s) on vulkan:A and vulkan:B");
    for (FlowSample& s : report.runs[2].samples) s.front = 1.5;
    EXPECT_EQ(first_line(free_run_text(report, two_candidates())),
              "beyond tolerance: front on vulkan:B: 1.5 against 1 m, mean over 100 steps (1 s) (limit of the "
              "difference: 0.005)");
    EXPECT_FALSE(free_run_json(report, two_candidates()).at("within").get<bool>());
}

}  // namespace
}  // namespace undine::testing
