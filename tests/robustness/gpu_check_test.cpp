// tools/gpu-check as it goes to a machine with a GPU, tried on a software driver.
#include <nlohmann/json.hpp>

#include "robustness/program.h"
#include "unit/gpu_testing.h"
#include "viewer/display.h"

namespace undine::testing {
namespace {

Outcome run_check(const std::filesystem::path& directory, const std::string& script, const std::string& arguments) {
    const std::string out = (directory / ".stdout").string();
    const int status = std::system(("cd '" + directory.string() + "' && '" + script + "' " + arguments + " >'" + out + "' 2>&1 </dev/null").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, read_file(out), {}};
}

class GpuCheck : public VulkanTest {};
INSTANTIATE_TEST_SUITE_P(, GpuCheck, ::testing::Values("lavapipe"), [](const auto& info) { return info.param; });

TEST_P(GpuCheck, PackedItRunsByItselfAndLeavesAFewFiles) {
    const TemporaryDirectory directory;
    const std::string tool = UNDINE_TOOLS "/gpu-check";
    ASSERT_EQ(run_check(directory.path(), tool, "--program '" UNDINE_PROGRAM "' --pack packed").exit_code, 0);
    const std::string device = program_device(GetParam()).substr(std::string("vulkan:").size());
    const Outcome outcome = run_check(directory.path(), directory.path() / "packed/gpu-check",
                                      "--small --without-cuda --vulkan " + device + " results");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_NE(outcome.out.find("PASSED in "), std::string::npos);
    size_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator(directory.path() / "results")) {
        EXPECT_LT(file.file_size(), 16u << 20) << file.path();
        ++files;
    }
    EXPECT_GE(files, 4u);
    EXPECT_LE(files, 8u);
    EXPECT_NE(read_file(directory.path() / "results/report.html").find("</html>"), std::string::npos);
    const auto results = nlohmann::json::parse(read_file(directory.path() / "results/results.json"));
    EXPECT_TRUE(results.at("failures").empty());
    EXPECT_EQ(results.at("compare").size(), 2u);
    for (const auto& [scene, report] : results.at("compare").items()) EXPECT_FALSE(report.empty()) << scene;
    const auto& hashes = results.at("determinism").at(0).at("sha256");
    EXPECT_EQ(hashes.at(0).get<std::string>().size(), 64u);
    EXPECT_EQ(hashes.at(0), hashes.at(1));
    EXPECT_FALSE(results.at("bench").empty());
    EXPECT_FALSE(results.at("drawing").empty());
}

TEST_P(GpuCheck, WhatFailsIsNamedAndTheRestIsDone) {
    const TemporaryDirectory directory;
    const Outcome outcome =
        run_check(directory.path(), UNDINE_TOOLS "/gpu-check",
                  "--program '" UNDINE_PROGRAM "' --small --without-cuda --vulkan nosuchdevice results");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.out.find("passes of cube_drop: exit code 4"), std::string::npos) << outcome.out;
    const auto results = nlohmann::json::parse(read_file(directory.path() / "results/results.json"));
    EXPECT_GE(results.at("failures").size(), 5u);
    EXPECT_FALSE(results.at("devices").empty()) << "what does not need the device is there";
    const Outcome again = run_check(directory.path(), UNDINE_TOOLS "/gpu-check",
                                    "--program '" UNDINE_PROGRAM "' --small results");
    EXPECT_EQ(again.exit_code, 2) << "a folder with results is not written over";
}

}  // namespace
}  // namespace undine::testing
