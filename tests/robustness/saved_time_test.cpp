// A state that a run writes knows its place in the scene's time, and what starts from it goes on there.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

using nlohmann::json;

const std::string kScene = "hydrostatic --set substeps=1 --set dt=0.004 --backend cpu ";

TEST(SavedTime, GoesOnWhereTheRunBeforeEnded) {
    const TemporaryDirectory directory;
    auto run = [&](const std::string& arguments) {
        const Outcome o = run_program(directory.path(), "run " + kScene + arguments + " --json report.json");
        EXPECT_EQ(o.exit_code, 0) << o.err;
        return json::parse(read_file(directory.path() / "report.json"));
    };
    run("--steps 5 --output whole.ply");
    run("--steps 2 --output half.ply");
    const json report = run("--steps 3 --initial half.ply --output rest.ply");
    EXPECT_NEAR(report["time_s"].get<double>(), 0.020, 1e-6);
    EXPECT_NEAR(report["simulated_s"].get<double>(), 0.012, 1e-6) << "by this run";
    const std::string whole = read_file(directory.path() / "whole.ply");
    EXPECT_NE(whole.find(" s after 5 steps\n"), std::string::npos);
    EXPECT_TRUE(read_file(directory.path() / "rest.ply") == whole) << "time and particles, to the byte";
    const Outcome said = run_program(directory.path(), "run " + kScene + "--steps 3 --initial half.ply");
    EXPECT_NE(said.out.find("0.020 s after 5 steps"), std::string::npos) << said.out;
}

// A path's keys are of the scene's time; a turntable begins at the scene's camera.
TEST(SavedTime, CamerasGoByIt) {
    bool any = false;
    for (const std::string& name : vulkan_backend_names()) any = any || why_absent(name).empty();
    if (!any) GTEST_SKIP() << "no Vulkan driver to draw with";
    const TemporaryDirectory directory;
    directory.file("way.toml",
                   "[[key]]\ntime = 0\neye = [-1, 1.5, 4]\ntarget = [0.5, 0.5, 0]\n"
                   "[[key]]\ntime = 0.008\neye = [2, 2.5, 3]\ntarget = [0.5, 0.4, 0]\n");
    auto capture = [&](const std::string& arguments) {
        const Outcome o =
            run_program(directory.path(), "capture " + kScene + "--style particles --frames 1 --size 96x54 " +
                                              arguments + " --output a --json report.json");
        EXPECT_EQ(o.exit_code, 0) << o.err;
        return read_file(directory.path() / "a/frame_0000.png");
    };
    ASSERT_EQ(run_program(directory.path(), "run " + kScene + "--steps 2 --output half.ply").exit_code, 0);
    EXPECT_TRUE(capture("--camera way.toml --initial half.ply") == capture("--camera way.toml --start 2"));
    EXPECT_TRUE(capture("--turntable 1 --initial half.ply") == capture("--initial half.ply"));
    capture("--start 1 --initial half.ply");
    EXPECT_NEAR(json::parse(read_file(directory.path() / "report.json"))["time_s"]["first"].get<double>(), 0.012, 1e-6);
}

}  // namespace
}  // namespace undine::testing
