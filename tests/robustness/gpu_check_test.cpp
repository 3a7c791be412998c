// tools/gpu-check as it goes to a machine with a GPU, tried on a software driver: its pack, and what it finds there.
#include "robustness/gpu_check_testing.h"

#include <set>

#include "measure/compared_pass.h"
#include "unit/gpu_testing.h"
#include "viewer/display.h"

namespace undine::testing {
namespace {

using nlohmann::json;

uintmax_t bytes_in(const std::string& folder) {
    uintmax_t bytes = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder))
        if (file.is_regular_file()) bytes += file.file_size();
    return bytes;
}

class GpuCheck : public VulkanTest {};
INSTANTIATE_TEST_SUITE_P(, GpuCheck, ::testing::Values("lavapipe"), [](const auto& info) { return info.param; });

// The pack in a root folder of its own, with what every Linux has and a driver; without root, beside everything else.
TEST_P(GpuCheck, PackedItRunsByItselfAndLeavesAFewFiles) {
    const Check check;
    ASSERT_EQ(check.run("--program '" UNDINE_PROGRAM "' --pack bare/packed").exit_code, 0);
    EXPECT_LT(bytes_in(check.path("bare/packed")), 64u << 20) << "some ways to a machine allow no more";
    const std::string device = program_device(GetParam()).substr(std::string("vulkan:").size());
    const std::string options = " --small --without-cuda --vulkan " + device + " ";
    const bool alone = std::system("unshare -m true 2>/dev/null") == 0;
    const Outcome outcome = alone ? check.run("bare /packed/gpu-check" + options + "results", "",
                                              UNDINE_TEST_DATA "/../robustness/in_bare_root")
                                  : check.run(options + "bare/results", "", check.path("bare/packed/gpu-check"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out;
    std::filesystem::rename(check.path("bare/results"), check.path("results"));
    EXPECT_NE(outcome.out.find("PASSED in "), std::string::npos);
    for (const auto& file : std::filesystem::directory_iterator(check.path("results")))
        EXPECT_LT(file.file_size(), 16u << 20) << file.path();
    EXPECT_EQ(check.files(), 4u) << "results, page, summary and a picture";
    EXPECT_NE(read_file(check.path("results/report.html")).find("</html>"), std::string::npos);
    const json results = check.results();
    EXPECT_TRUE(results.at("finished"));
    EXPECT_TRUE(results.at("failures").empty());
    EXPECT_TRUE(results.at("left_out").empty());
    const std::map<std::string, json> parts = parts_of(results);
    const std::string on = " on vulkan:" + device;
    const json& times = parts.at("times of 4k particles" + on + " after 3 steps").at("result");
    EXPECT_EQ(times.at("report"), "undine bench");
    EXPECT_EQ(times.at("cases").at(0).at("overrides").at(0), "max_iterations=4");
    // What is compared adds up to every pass but the viewer's hand.
    std::set<std::string> compared, all;
    for (const auto& [name, part] : parts)
        if (name.starts_with("passes of "))
            for (const json& pass : part.at("result").at("lockstep").at("passes")) compared.insert(pass);
    for (const ComparedPass& pass : compared_passes(true)) all.emplace(pass.name);
    EXPECT_EQ(all.erase("pull"), 1u);
    EXPECT_EQ(compared, all);
    const json& tests = parts.at("tests of vulkan:" + device).at("result");
    EXPECT_EQ(tests.at("run"), 4);
    EXPECT_TRUE(tests.at("failed").empty() && tests.at("skipped").empty()) << tests;
    const json& hashes = parts.at("twice" + on).at("result").at("sha256");
    EXPECT_EQ(hashes.at(0).get<std::string>().size(), 64u);
    EXPECT_EQ(hashes.at(0), hashes.at(1));
    EXPECT_TRUE(parts.at("times of drawing").at("result").contains("drawing"));
    EXPECT_FALSE(parts.at("devices").at("result").at("vulkan").empty());
    const Outcome again = check.run("--program '" UNDINE_PROGRAM "' --small results");
    EXPECT_EQ(again.exit_code, 2) << "a folder with results is not written over";
}

// The packed programs start where there is nothing but the runtimes of C and C++.
// Not the script of that name that lies beside gpu-check in a checkout.
TEST(GpuCheckPack, IsOfTheProgramThatThisTreeHasBuilt) {
    const std::filesystem::path built = UNDINE_TOOLS "/../build/release/undine";
    if (!std::filesystem::exists(built) || !std::filesystem::equivalent(built, UNDINE_PROGRAM))
        GTEST_SKIP() << "these tests belong to another build";
    const Check check;
    ASSERT_EQ(check.run("--pack packed").exit_code, 0);
    EXPECT_EQ(std::filesystem::file_size(check.path("packed/undine")), std::filesystem::file_size(built));
    EXPECT_TRUE(!UNDINE_HAS_VIEWER || std::filesystem::exists(check.path("packed/undine-viewer.so.gz")));
}

TEST(GpuCheckPack, HoldsEveryLibraryThatItsProgramsNeed) {
    if (geteuid() != 0) GTEST_SKIP() << "only root may change the root folder";
    const Check check;
    ASSERT_EQ(check.run("--program '" UNDINE_PROGRAM "' --pack bare/packed").exit_code, 0);
    ASSERT_EQ(check.run("bare/packed/undine-tests.gz", "", "/usr/bin/gunzip").exit_code, 0);
    for (const char* name : {"ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6"}) {
        std::filesystem::create_directories(check.path("bare/lib64"));
        for (const char* folder : {"/lib64/", "/lib/x86_64-linux-gnu/"})
            if (std::filesystem::exists(std::string(folder) + name)) {
                std::filesystem::copy_file(std::string(folder) + name, check.path("bare/lib64/") + name);
                break;
            }
    }
    const auto run = [&](const std::string& command) {
        return check.run("bare " + command, "LD_LIBRARY_PATH=/packed/lib:/lib64 UNDINE_TEST_DATA=/packed/tests/data",
                         "/usr/sbin/chroot");
    };
    const Outcome program = run("/packed/undine run /packed/scenes/cube_drop.toml --backend cpu --steps 1");
    EXPECT_EQ(program.exit_code, 0) << program.out;
    EXPECT_NE(program.out.find("8,000 particles, 1 step"), std::string::npos) << program.out;
    const Outcome tests = run("/packed/undine-tests --gtest_filter=BenderBackend.*/cpu");
    EXPECT_EQ(tests.exit_code, 0) << tests.out;
    EXPECT_NE(tests.out.find("[  PASSED  ] 1 test."), std::string::npos) << tests.out;
}

TEST_P(GpuCheck, ASoftwareDriverIsNoDefault) {
    const Check check;
    const Outcome outcome = check.run("--program '" UNDINE_PROGRAM "' --small --without-cuda results");
    EXPECT_EQ(outcome.exit_code, 1);
    const json results = check.results();
    ASSERT_EQ(results.at("failures").size(), 1u) << results.at("failures");
    EXPECT_TRUE(holds(results.at("failures"), "Vulkan: no GPU, only ")) << results.at("failures");
    EXPECT_TRUE(holds(results.at("left_out"), "passes of cube_drop on vulkan (Vulkan is absent)"));
    EXPECT_FALSE(parts_of(results).at("devices").at("result").empty()) << "what does not need the device is there";
}

TEST(GpuCheckAbsent, AMissingLoaderIsNamedOnce) {
    const Check check;
    const Outcome outcome =
        check.run("--program '" UNDINE_PROGRAM "' --small --without-cuda results", "LD_PRELOAD='" UNDINE_NO_LOADER "'");
    EXPECT_EQ(outcome.exit_code, 1);
    const json failures = check.results().at("failures");
    ASSERT_EQ(failures.size(), 1u) << failures;
    EXPECT_TRUE(holds(failures, "Vulkan: The Vulkan loader was not found")) << failures;
}

}  // namespace
}  // namespace undine::testing
