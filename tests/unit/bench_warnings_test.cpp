// What undine bench says of figures that are worth less than their digits.
#include "cli/bench/bench_warnings.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace undine::testing {
namespace {

using Kind = BenchWarning::Kind;
using Times = std::vector<double>;

// One case whose only pass moves 1 GB in `pass_ms`; a copy moves 2 GB in each of `copy_seconds`.
BenchReport report_of(const Times& step_ms, const Times& timed_ms, double pass_ms = 8,
                      const Times& copy_seconds = {0.1}) {
    BenchReport report;
    report.columns = {
        {.backend = "cpu", .label = "cpu, 1 thread", .threads = 1, .copy = {1'000'000'000, copy_seconds}}};
    BenchGroup group{.scene = "dam|break", .neighbors = "list", .measured = {.particles = 1, .bytes_per_particle = 1}};
    group.measured.work.neighbors_mean = 1;
    group.measured.work.passes = {{.name = "predict", .compulsory_bytes = 1e9}};
    group.measured.backends = {
        {.name = "CPU", .step_ms = step_ms, .timed_step_ms = timed_ms, .passes = {{"predict", 1, {pass_ms}}}}};
    report.groups = {group};
    report.settings.steps = 1;
    return report;
}

std::vector<Kind> kinds_of(const BenchReport& report) {
    const BenchGroup& group = report.groups[0];
    std::vector<Kind> kinds;
    for (const BenchWarning& w : bench_warnings(group, report.columns[0], group.measured.backends[0])) {
        kinds.push_back(w.kind);
        EXPECT_FALSE(w.sentence.empty());
    }
    return kinds;
}

// 1 GB in 100 ms is half of what copies manage.
const BenchReport kSound = report_of({10, 10.2, 10.4}, {10.3, 10.4, 10.6}, 100);

TEST(BenchWarnings, NoneOfASoundMeasurement) {
    EXPECT_EQ(kinds_of(kSound), std::vector<Kind>{});
    EXPECT_EQ(bench_tables(kSound, true).find('?'), std::string::npos);
    EXPECT_NE(bench_tables(kSound, true).find("timing them costs no more than the spread of the repetitions"),
              std::string::npos);
    EXPECT_TRUE(bench_json(kSound).at("cases").at(0).at("warnings").empty());
}

TEST(BenchWarnings, RepetitionsFarApart) {
    const BenchReport report = report_of({10, 20, 30}, {10, 20, 30}, 100);
    EXPECT_EQ(kinds_of(report), std::vector<Kind>{Kind::wide_spread});
    EXPECT_NE(bench_tables(report, true).find("20.0 [10.0..30.0] ?"), std::string::npos) << bench_tables(report, true);
}

TEST(BenchWarnings, TimedRepetitionsFarApart) {
    BenchReport report = report_of({10, 10.1, 10.2}, {10, 20, 10.1}, 100);
    EXPECT_EQ(kinds_of(report), std::vector<Kind>{Kind::wide_spread});
    report = kSound;
    report.groups[0].measured.backends[0].passes[0].ms = {1, 100, 250};
    EXPECT_NE(bench_tables(report, true).find("100000000 ?"), std::string::npos) << bench_tables(report, true);
}

TEST(BenchWarnings, TimingThatSeemsToCostLessThanNothing) {
    const BenchReport report = report_of({10, 10.1, 10.2}, {7.2, 7.35, 7.4}, 100);
    EXPECT_EQ(kinds_of(report), std::vector<Kind>{Kind::faster_when_timed});
    EXPECT_NE(bench_tables(report, true).find("costs -27.2 % ?"), std::string::npos) << bench_tables(report, true);
    const auto json = bench_json(report).at("cases").at(0);
    EXPECT_EQ(json.at("warnings").at(0).at("kind"), "faster_when_timed");
}

TEST(BenchWarnings, TimingThatCosts) {
    EXPECT_EQ(kinds_of(report_of({10, 10.1, 10.2}, {13, 13.1, 13.2}, 100)), std::vector<Kind>{Kind::slower_when_timed});
    EXPECT_EQ(kinds_of(report_of({10, 10.01, 10.02}, {10.1, 10.11, 10.12}, 100)), std::vector<Kind>{}) << "a percent";
    EXPECT_EQ(kinds_of(report_of({10, 11, 12}, {11.9, 12.1, 13}, 100)), std::vector<Kind>{}) << "within the spread";
}

TEST(BenchWarnings, APassThatOutrunsCopies) {
    const BenchReport report = report_of({10, 10.2, 10.4}, {10.3, 10.4, 10.6}, 10, {0.1, 0.11, 0.12});
    EXPECT_EQ(kinds_of(report), std::vector<Kind>{Kind::beyond_copies});
    const std::string text = bench_tables(report, true);
    EXPECT_NE(text.find("550.0 % ?"), std::string::npos) << text;
    EXPECT_NE(text.find("1 pass moves more than the device's fastest copy did (predict: 550 % of copies)"),
              std::string::npos)
        << text;
    EXPECT_EQ(bench_json(report).at("cases").at(0).at("passes").at(0).at("beyond_copies"), true);
}

TEST(BenchWarnings, CopiesThatVary) {
    EXPECT_EQ(kinds_of(report_of({10}, {10}, 100, {0.1, 0.2, 0.4})), std::vector<Kind>{Kind::copies_vary});
}

TEST(BenchMarkdown, HasTheMarksAndEscapesNames) {
    BenchReport report = report_of({10, 20, 30}, {10, 20, 30}, 10);
    report.provenance.devices = {{.device = "A|B <C>", .driver = "d_r_v"}};
    report.provenance.build = {.version = "1.2", .commit = "abc"};
    report.provenance.command = "undine bench";
    const std::string text = bench_markdown(report, true);
    EXPECT_NE(text.find("| A\\|B \\<C\\> | d\\_r\\_v |"), std::string::npos) << text;
    EXPECT_NE(text.find("20.0 \\[10.0..30.0\\] ?"), std::string::npos) << text;
    EXPECT_NE(text.find("`dam\\|break`"), std::string::npos) << text;
    EXPECT_NE(text.find("\n- dam\\|break, 1 particle, list, cpu, 1 thread: repetitions"), std::string::npos) << text;
    EXPECT_NE(text.find("5 × 1 step after 10,"), std::string::npos) << text;
    EXPECT_TRUE(text.ends_with(": `undine bench`</sub>\n")) << text;
    EXPECT_NE(text.find("Undine 1.2 (abc)"), std::string::npos) << text;
}

}  // namespace
}  // namespace undine::testing
