// undine bench as a user runs it, on every backend: complete and sane reports, clear refusals. No test asserts a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/bench/bench_against.h"
#include "robustness/program.h"
#include "test_backends.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

using nlohmann::json;

class BenchProgram : public BackendTest {
  protected:
    std::string backend() const {
        if (GetParam() == "cpu") return "cpu";
        if (is_cuda_name(GetParam())) return GetParam() == "cuda" ? "cuda:exact" : "cuda";
        if (GetParam() == "device") return std::string("vulkan:'") + std::getenv("UNDINE_TEST_DEVICE") + "'";
        return GetParam() == "lavapipe" ? "vulkan:llvmpipe" : "vulkan:SwiftShader";
    }
    TemporaryDirectory directory_;
};
UNDINE_ON_BACKENDS(BenchProgram, backends_but_swiftshader(test_backend_names()));

// Every number, wherever it stands.
void expect_sane(const json& value, const std::string& where) {
    for (const auto& [key, item] : value.items()) {
        const std::string path = where + "/" + key;
        if (item.is_structured() && key != "provenance") expect_sane(item, path);  // parameters may be anything
        if (!item.is_number()) continue;
        EXPECT_TRUE(std::isfinite(item.get<double>())) << path;
        // Zero: what the other kind of backend has, and passes that only move data; overheads may be negative.
        const bool may_be_zero =
            key == "threads" || key == "workgroup" || key == "warm_seconds" || key.starts_with("flop");
        if (key != "timing_overhead") {
            EXPECT_GT(item.get<double>(), may_be_zero ? -1 : 0) << path;
        }
    }
}

TEST_P(BenchProgram, ReportsAreComplete) {
    const Outcome o = run_program(directory_.path(),
                                  "bench hydrostatic:style=classic:vorticity=A:density_tolerance=1e-5 --particles 1k "
                                  "--neighbors list,grid --warmup 1 --steps 2 --repetitions 2 "
                                  "--json report.json --csv report.csv --passes --backend " +
                                      backend());
    ASSERT_EQ(o.exit_code, 0) << o.err;
    const std::string path = (directory_.path() / "report.json").string();
    const json report = read_bench_report(path);
    expect_sane(report, "");
    ASSERT_EQ(report.at("cases").size(), 2u);
    for (const json& c : report.at("cases")) {
        EXPECT_EQ(c.at("particles"), 1000);
        // What passes take on the device's clock lies within what the host waited for them.
        for (size_t r = 0; r < 2; ++r) {
            double together = 0;
            for (const json& pass : c.at("passes"))
                if (pass.at("name").get<std::string>().find('/') == std::string::npos)
                    together += pass.at("ms_per_step").at("repetitions").at(r).get<double>();
            EXPECT_GT(together, 0);
            EXPECT_LE(together, c.at("ms_per_step_while_passes_are_timed").at("repetitions").at(r).get<double>());
        }
        for (const char* name : {"predict", "sort", "reorder", "compute_lambda", "reduce", "apply_delta_p",
                                 "update_velocity", "compute_vorticity", "confine_vorticity", "apply_xsph"}) {
            const auto& passes = c.at("passes");
            EXPECT_EQ(std::count_if(passes.begin(), passes.end(), [&](const json& p) { return p.at("name") == name; }),
                      1)
                << name;
            EXPECT_NE(o.out.find(name), std::string::npos) << name;
        }
    }
    for (const ComparedCase& c : compare_reports(report, report)) {
        EXPECT_GT(c.comparisons.size(), 9u);
        for (const Comparison& d : c.comparisons) {
            EXPECT_EQ(d.ratio(), 1) << d.pass;
            EXPECT_EQ(d.verdict(), Verdict::same) << d.pass;
        }
    }
    const std::string csv = read_file(directory_.path() / "report.csv");
    const size_t lines = std::count(csv.begin(), csv.end(), '\n');
    EXPECT_EQ(lines, 1 + 2 + report["cases"][0]["passes"].size() + report["cases"][1]["passes"].size());
}

TEST_P(BenchProgram, AgainstAnOlderReport) {
    const std::string bench =
        "bench hydrostatic --particles 1k --warmup 0 --steps 1 --repetitions 2 --backend " + backend();
    ASSERT_EQ(run_program(directory_.path(), bench + " --json old.json").exit_code, 0);
    const Outcome o = run_program(directory_.path(), bench + " --against old.json");
    EXPECT_EQ(o.exit_code, 0) << o.err;
    EXPECT_NE(o.out.find("against old.json"), std::string::npos) << o.out;
    EXPECT_EQ(o.out.find("no such case"), std::string::npos) << o.out;
    const Outcome other = run_program(directory_.path(), bench + " --neighbors grid --against old.json --json -");
    ASSERT_EQ(other.exit_code, 0) << other.err;
    EXPECT_TRUE(json::parse(other.out).at("against").at("cases").at(0).at("comparisons").empty());
}

TEST(BenchMisuse, IsOneSentenceAndAnExitCode) {
    const TemporaryDirectory directory;
    directory.file("old.json", "{}");
    struct Misuse {
        const char* arguments;
        int exit_code;
        const char* named;
    };
    for (const Misuse& m : {Misuse{"--particles 8q", 2, "8q"},
                            Misuse{"--neighbors tree", 2, "tree"},
                            Misuse{"--steps 0", 2, "--steps"},
                            Misuse{"--backend quantum", 2, "quantum"},
                            Misuse{"--backend cpu --workgroup 64", 2, "--workgroup"},
                            Misuse{"--json - --csv -", 2, "standard output"},
                            Misuse{"no_such_scene --backend cpu", 3, "no_such_scene"},
                            Misuse{"cube_drop:dt=fast --backend cpu", 3, "cube_drop:dt=fast"},
                            Misuse{"cube_drop:xsph=1 --backend cpu", 3, "xsph"},
                            Misuse{"--particles 1 --backend cpu", 3, "dt"},
                            Misuse{"tap --backend cpu", 3, "tap: begins with no particles"},
                            Misuse{"tap --particles 8k --backend cpu", 3, "tap: begins with no particles"},
                            Misuse{"--against old.json --backend cpu", 3, "old.json"},
                            Misuse{"--against none.json --backend cpu", 3, "none.json"},
                            Misuse{"--json nowhere/report.json --backend cpu", 3, "nowhere"},
                            Misuse{"--csv nowhere/report.csv --backend cpu", 3, "nowhere"},
                            Misuse{"--backend cuda --workgroup 64", 2, "--workgroup"},
                            Misuse{"--backend cuda --backend cpu --draw", 2, "--draw"},
                            Misuse{"--size 64x64", 2, "--draw"},
                            Misuse{"--draw --size 64", 2, "WIDTHxHEIGHT"},
                            Misuse{"--warm-seconds 1e9", 2, "0 to 3600"},
                            Misuse{"--backend cuda:Voodoo", 4, "CUDA"},
                            Misuse{"--backend vulkan:Voodoo", 4, ""}}) {
        SCOPED_TRACE(m.arguments);
        const Outcome o = run_program(directory.path(), std::string("bench ") + m.arguments);
        EXPECT_EQ(o.exit_code, m.exit_code) << o.err;
        EXPECT_NE(o.err.find(m.named), std::string::npos) << o.err;
        EXPECT_EQ(o.out, "");
        EXPECT_EQ(directory.entries(), 1u);
    }
    EXPECT_EQ(run_program(directory.path(), "bench --help").exit_code, 0);
}

TEST(BenchMisuse, AWordMayBeLong) {
    const TemporaryDirectory directory;
    for (const std::string& scene :
         {"x:" + std::string(100'000, 'a'), std::string(100'000, 'a'), std::string(100'000, ':')}) {
        const Outcome o = run_program(directory.path(), "bench '" + scene + "' --backend cpu");
        expect_refusal(o, 3, scene.substr(0, 50));
        EXPECT_LT(o.err.size(), 1000u);
    }
}

TEST_P(BenchProgram, DrawsOnVulkanDevices) {
    const std::string bench =
        "bench hydrostatic --particles 1k --neighbors list,grid --warmup 1 --steps 1 --repetitions 1 --draw --size "
        "192x108 ";
    if (on_cpu() || is_cuda_name(GetParam())) {
        const Outcome o = run_program(directory_.path(), bench + "--backend " + backend());
        EXPECT_EQ(o.exit_code, 2);
        EXPECT_NE(o.err.find("--draw"), std::string::npos) << o.err;
        return;
    }
    const Outcome o = run_program(directory_.path(), bench + "--json report.json --backend " + backend());
    ASSERT_EQ(o.exit_code, 0) << o.err;
    const json drawing = json::parse(read_file(directory_.path() / "report.json")).at("drawing");
    expect_sane(drawing, "");
    EXPECT_EQ(drawing.at("width"), 192);
    EXPECT_EQ(drawing.at("height"), 108);
    ASSERT_EQ(drawing.at("cases").size(), 4u) << "two styles, two views; the neighbour search draws nothing";
    for (const json& c : drawing.at("cases")) {
        EXPECT_EQ(c.contains("ratio_to_standard"), c.at("view") == "close-up");
        double together = 0;
        for (const json& pass : c.at("passes")) {
            together += pass.at("ms_per_picture").at("median").get<double>();
            EXPECT_NE(o.out.find(pass.at("name").get<std::string>()), std::string::npos);
        }
        EXPECT_GE(c.at("passes").size(), 5u);
        EXPECT_LE(together, c.at("ms_per_picture").at("median").get<double>());
    }
    EXPECT_NE(o.out.find("close-up"), std::string::npos) << o.out;
}

class BenchMemory : public BackendTest {};
INSTANTIATE_TEST_SUITE_P(, BenchMemory, ::testing::Values("lavapipe"), [](const auto& i) { return i.param; });

// 40 million grid cells are more than lavapipe binds at once (128 MiB), and no trouble for the CPU.
TEST_P(BenchMemory, WhatDoesNotFitIsLeftOut) {
    const TemporaryDirectory directory;
    const Outcome o = run_program(directory.path(),
                                  "bench hydrostatic:tank_max=[40,25,40] --warmup 0 --steps 1 "
                                  "--repetitions 1 --backend vulkan:llvmpipe --backend cpu --json report.json");
    EXPECT_EQ(o.exit_code, 6);
    EXPECT_NE(o.err.find("1 of 2 cases"), std::string::npos) << o.err;
    const json cases = json::parse(read_file(directory.path() / "report.json")).at("cases");
    EXPECT_NE(cases.at(0).at("out_of_memory").get<std::string>().find("llvmpipe"), std::string::npos);
    EXPECT_EQ(cases.at(1).at("ratio_to_first"), 1);  // the first that there is
    EXPECT_NE(o.out.find("vulkan:llvmpipe"), std::string::npos);
}

}  // namespace
}  // namespace undine::testing
