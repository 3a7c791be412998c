// Programs that write the same file or folder at the same time: all succeed, and the last one wins whole.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "io/ply.h"
#include "recording/recording_folder.h"
#include "robustness/program.h"

namespace undine::testing {
namespace {

// The same command `count` times at once, each with a log of its own. Returns what those said that failed.
std::string at_once(const std::filesystem::path& directory, int count, const std::string& arguments) {
    std::vector<std::string> said(static_cast<size_t>(count));
    std::vector<std::thread> programs;
    for (int k = 0; k < count; ++k)
        programs.emplace_back([&, k] {
            const std::string log = (directory / ("log" + std::to_string(k))).string();
            const std::string command = "cd '" + directory.string() + "' && '" UNDINE_PROGRAM "' " + arguments + " >'" +
                                        log + "' 2>&1 </dev/null";
            if (std::system(command.c_str()) != 0) said[size_t(k)] = read_file(log);
            std::filesystem::remove(log);
        });
    for (auto& program : programs) program.join();
    std::string all;
    for (const std::string& text : said) all += text;
    return all;
}

TEST(SharedDestination, TwentyRunsWriteOneStateAndOneReport) {
    const TemporaryDirectory directory;
    EXPECT_EQ(at_once(directory.path(), 20,
                      "run cube_drop --steps 1 --backend cpu --threads 1 --output state.ply --json report.json"),
              "");
    EXPECT_EQ(read_particles((directory.path() / "state.ply").string()).size(), 8000u);
    EXPECT_TRUE(nlohmann::json::accept(read_file(directory.path() / "report.json")));
    EXPECT_TRUE(nlohmann::json::accept(read_file(directory.path() / "state.ply.manifest.json")));
    EXPECT_EQ(directory.entries(), 3u);
}

TEST(SharedDestination, RecordingsIntoOneFolder) {
    const TemporaryDirectory directory;
    for (int round = 0; round < 2; ++round) {  // into nothing, and over a recording
        EXPECT_EQ(at_once(directory.path(), 4, "compare --record r --backend cpu --threads 1 --start 1 --steps 1"), "");
        EXPECT_EQ(open_recording(directory.path() / "r").steps.size(), 1u);
        EXPECT_EQ(directory.entries(), 1u);
    }
}

}  // namespace
}  // namespace undine::testing
