// The JSON of every command as its schema in docs/schemas has it: no key that is not documented, none documented that
// no report has. UNDINE_UPDATE_DOCS=1 in the environment writes docs/json.md anew.
#include "report/report_schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/bench/bench_report.h"
#include "cli/compare/compare_html.h"
#include "robustness/program.h"
#include "scene/parameter_table.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

using nlohmann::json;

TEST(ReportSchema, PageIsTheSchemas) {
    const std::string path = UNDINE_DOCS "/json.md", page = schema_page();
    if (std::getenv("UNDINE_UPDATE_DOCS")) std::ofstream(path, std::ios::binary) << page;
    EXPECT_TRUE(read_file(path) == page) << "regenerate it: UNDINE_UPDATE_DOCS=1 and run this test";
}

// What failed and what grew: reports that no healthy machine writes within a test's time.
json unhealthy_comparison() {
    ComparePage page{.what = {.scene = "dam",
                              .particles = 10,
                              .dt = 0.01,
                              .steps = 3,
                              .backends = {{"cpu", "CPU"}, {"vulkan", "V"}}},
                     .provenance = make_provenance({}, {}),
                     .no_pictures = "no device draws"};
    LockstepReport report{.passes = {"compute_lambda"}, .candidates = {{.name = "b"}}};
    for (const bool integers : {false, true}) {
        ChannelDifference d{
            .pass = "compute_lambda", .channel = "neighbors", .field = Field::neighbors, .integers = integers};
        d.add({.compared = 10,
               .integers = integers,
               .unequal_integers = integers,
               .max_difference = 3,
               .rms = 7,
               .moment = {2, 1, 3}},
              report.tolerance);
        report.candidates[0].differences.push_back(d);
    }
    report.candidates[0].trespasses = {{"predict", "cell", {1, 1, 1}}};
    page.lockstep = report;
    FreeRunReport flow{.dt = 0.01, .support_radius = 0.1, .steps = 200, .runs = {{}, {}}};
    for (FreeRun& run : flow.runs) run.samples.assign(20, {.step = 5, .front = 1});
    for (uint64_t step = 1; step <= 200; ++step)
        flow.runs[1].distances.push_back({step, 1e-7 * std::exp(double(step) * 0.05), 1e-6});
    page.flow = flow;
    page.flow_what = page.what;
    page.times =
        GroupMeasurement{.particles = 10, .backends = {{.name = "CPU", .step_ms = {1}}, {.out_of_memory = "full"}}};
    return json::parse(compare_json(page).dump());
}

json doubtful_bench() {
    BenchReport report;
    report.provenance = make_provenance({}, {});
    report.columns = {{.backend = "cpu", .threads = 1, .copy = {1000, {1e-6, 2e-6}}},
                      {.backend = "vulkan", .copy = {1000, {1e-6}}}};
    BenchGroup group{.scene = "dam", .neighbors = "list", .measured = {.particles = 10, .bytes_per_particle = 1}};
    group.measured.work.neighbors_mean = 1;
    group.measured.backends = {{.name = "CPU", .step_ms = {1, 2, 3}, .timed_step_ms = {1, 2, 3}},
                               {.out_of_memory = "full"}};
    report.groups = {group};
    return json::parse(bench_json(report).dump());
}

class ReportSchemas : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string reason = why_absent("lavapipe"); !reason.empty()) {
            if (std::getenv("UNDINE_REQUIRE_DEVICES")) FAIL() << reason;
            GTEST_SKIP() << reason;
        }
    }

    void add(const json& report) {
        EXPECT_EQ(troubles_of(report), "");
        const std::string command = report.at("report").get<std::string>().substr(7);
        for (const std::string& key : keys_of(schema_of(command), report)) seen_[command].insert(key);
        reports_[command] = report;
    }
    // Runs the program, which writes its report to the file.
    const json& run(const std::string& arguments) {
        const Outcome outcome = run_program(directory_.path(), arguments + " --json report.json");
        EXPECT_EQ(outcome.exit_code, 0) << arguments << "\n" << outcome.err;
        const json report = json::parse(read_file(directory_.path() / "report.json"), nullptr, false);
        add(report);
        return reports_.at(report.at("report").get<std::string>().substr(7));
    }
    // Those that no report of the command had.
    std::string unseen(const std::string& command, const std::vector<std::string>& except = {}) {
        std::string text;
        for (const std::string& key : documented_keys(schema_of(command)))
            if (!seen_[command].contains(key) &&
                std::ranges::none_of(except, [&](const std::string& begin) { return key.starts_with(begin); }))
                text += key + "\n";
        return text;
    }
    static constexpr const char* kSmall =
        " cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --set gravity=[0,-9,0] --threads 1 ";

  private:
    TemporaryDirectory directory_;
    std::map<std::string, std::set<std::string>> seen_;
    std::map<std::string, json> reports_;
};

TEST_F(ReportSchemas, OfRunAndCaptureAndExportAndDevices) {
    const json& from = run("run" + std::string(kSmall) + "--steps 2 --backend cpu").at("provenance");
    EXPECT_TRUE(from.at("command").get<std::string>().starts_with(
        "undine run cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --set 'gravity=[0,-9,0]' --threads 1 "
        "--steps 2"))
        << from.at("command");
    EXPECT_EQ(from.at("scenes").at(0).at("parameters").at("support_radius"), 0.2);
    EXPECT_EQ(from.at("scenes").at(0).at("parameters").at("gravity"), json({0, -9, 0}));
    EXPECT_EQ(from.at("scenes").at(0).at("parameters").size(), parameter_table().size());
    EXPECT_EQ(from.at("scenes").at(0).at("overrides").size(), 3u);
    run("run" + std::string(kSmall) + "--set particle_capacity=2000 --steps 1 --backend cpu");
    const std::string moves =
        " moving_wall --set support_radius=0.4 --set particle_spacing=0.2 --threads 1 --backend cpu ";
    const json& wall = run("run" + moves + "--steps 100").at("solids");  // 0.4 s, a quarter of its period
    ASSERT_EQ(wall.size(), 1u);
    EXPECT_EQ(wall.at(0).at("quaternion_wxyz"), json({1, 0, 0, 0}));
    EXPECT_NEAR(wall.at(0).at("center_m").at(0).get<double>(), 0.15, 1e-6) << "halfway";
    EXPECT_NEAR(wall.at(0).at("velocity_m_s").at(0).get<double>(), 0.3 * 2 * M_PI / 1.6, 1e-6);
    run("run" + std::string(kSmall) + "--set style=consistent --set diffuse_capacity=100 --steps 1 --backend cpu");
    EXPECT_EQ(unseen("run"), "");
    run("capture" + std::string(kSmall) +
        "--set particle_capacity=2000 --frames 1 --size 160x90 --output frames --backend cpu");
    const json& drawn = run("capture" + std::string(kSmall) + "--frames 2 --size 160x90 --output frames --backend cpu");
    EXPECT_EQ(drawn.at("provenance").at("devices").size(), 2u) << "what simulates, and what draws";
    run("capture cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --frames 2 --size 160x90 "
        "--output frames --backend vulkan:llvmpipe");
    EXPECT_EQ(unseen("capture"), "");
    run("export" + std::string(kSmall) +
        "--set particle_capacity=2000 --set diffuse_capacity=9 --frames 2 --particles p.pvd --diffuse d.pvd --backend "
        "cpu");
    run("export" + std::string(kSmall) + "--frames 1 --mesh m.ply --backend vulkan:llvmpipe");
    run("export" + moves + "--frames 1 --solids s.obj");
    EXPECT_EQ(unseen("export"), "");
    run("devices --pipelines");
    // Only AMD's drivers say something of pipelines here: amd_registers_test.cpp. CUDA's devices are seldom there, and
    // nothing was simulated on any.
    EXPECT_EQ(unseen("devices", {"vulkan[].pipelines.", "cuda[]", "provenance.devices[]", "provenance.scenes[]"}), "");
}

TEST_F(ReportSchemas, OfBench) {
    const std::string bench =
        "bench hydrostatic --particles 1k --warmup 1 --steps 1 --repetitions 1 --threads 1 --backend cpu "
        "--backend vulkan:llvmpipe ";
    const json report = run(bench + "--draw --size 192x108");
    EXPECT_EQ(report.at("provenance").at("devices").size(), 2u);
    EXPECT_EQ(report.at("provenance").at("scenes").size(), 1u);
    run(bench + "--against report.json");
    add(doubtful_bench());
    EXPECT_EQ(unseen("bench"), "");
}

TEST_F(ReportSchemas, OfCompare) {
    const std::string both = "compare" + std::string(kSmall) + "--backend cpu --backend vulkan:llvmpipe ";
    const json page = run(both + "--steps 2 --free-steps 8 --html page.html");
    const json& device = page.at("provenance").at("devices").at(1);
    EXPECT_EQ(device.at("uuid").get<std::string>().size(), 36u);
    EXPECT_FALSE(device.at("driver").get<std::string>().empty());
    const json alone = run(both + "--steps 8 --free-run");
    EXPECT_EQ(alone.at("free_run"), page.at("free_run")) << "one shape, with and beside the lockstep run";
    add(unhealthy_comparison());
    EXPECT_EQ(unseen("compare"), "");
}

TEST_F(ReportSchemas, OfValidateAndFrontier) {
    const json report = run("validate rest --quick --threads 1");
    EXPECT_EQ(report.at("cases").at(0).at("name"), "rest");
    EXPECT_EQ(unseen("validate", {"provenance.scenes[]", "provenance.devices[]."}), "");
    const json costs = run("frontier" + std::string(kSmall) + "--backend cpu --seconds 0.02");
    EXPECT_EQ(costs.at("settings").at(0).at("overrides"), json::array());
    EXPECT_EQ(unseen("frontier"), "");
}

TEST_F(ReportSchemas, OfAReplay) {
    const TemporaryDirectory directory;
    const std::string record = "compare" + std::string(kSmall) + "--steps 1 --start 1 --backend cpu --record ";
    ASSERT_EQ(run_program(directory.path(), record + "recorded").exit_code, 0);
    const json& report = run("compare --replay '" + (directory.path() / "recorded").string() + "' --backend cpu");
    EXPECT_EQ(report.at("free_run"), nullptr);
    EXPECT_EQ(report.at("provenance").at("scenes").at(0).at("parameters").at("support_radius"), 0.2);
}

// What the tests above rest on: a key that no schema has is found, and one that is missing.
TEST(ReportSchema, FindsWhatIsNotDocumented) {
    json report = doubtful_bench();
    EXPECT_EQ(troubles_of(report), "");
    report["cases"][0]["surprise"] = 1;
    EXPECT_NE(troubles_of(report), "");
    report = doubtful_bench();
    report["provenance"].erase("command");
    EXPECT_NE(troubles_of(report), "");
    report = doubtful_bench();
    report["provenance"]["date"] = "yesterday";
    EXPECT_NE(troubles_of(report), "");
}

}  // namespace
}  // namespace undine::testing
