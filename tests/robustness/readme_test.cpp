// Every command that README shows is run as it stands, with fewer steps, frames, particles and pixels.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

// The lines of the blocks marked sh, and those behind a prompt; a line that ends in \ goes on.
std::vector<std::string> commands_of(const std::string& readme) {
    std::vector<std::string> commands;
    std::istringstream lines(readme);
    bool shell = false, inside = false, goes_on = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            shell = !inside && line == "```sh";
            inside = !inside;
            continue;
        }
        if (inside && !shell && line.starts_with("$ ")) commands.push_back(line.substr(2));
        if (!shell || line.empty()) continue;
        if (goes_on) commands.back() += line;
        else commands.push_back(line);
        goes_on = line.ends_with('\\');
        if (goes_on) commands.back().pop_back();
    }
    return commands;
}

// What makes a command long is cut short; its options stay.
std::string shortened(std::string command) {
    const std::pair<const char*, const char*> cuts[] = {
        {R"((--(steps|frames|start|every|free-steps)) \d+)", "$1 2"},
        {R"(--renderdoc \d+)", "--renderdoc 1"},
        {R"(--size \d+x\d+)", "--size 128x72"},
        {R"(undine capture (?!.*--size))", "undine capture --size 128x72 "},
        {R"(--particles \d\S*)", "--particles 1k,2k"},
        {R"(undine bench( --draw)?$)", "undine bench cube_drop --particles 1k$1"},
        {R"( --draw)", " --draw --size 128x72"},
        {R"(undine bench (--against))", "undine bench --particles 1k $1"},
        {R"(undine bench)", "undine bench --warmup 1 --steps 1 --repetitions 1"},
        {R"(undine compare (.*)--html)", "undine compare $1--free-steps 4 --html"},
    };
    for (const auto& [pattern, to] : cuts) command = std::regex_replace(command, std::regex(pattern), to);
    return std::regex_replace(command, std::regex("(--replay.*) --free-steps 4"), "$1");  // has no free runs
}

TEST(Readme, EveryCommandRuns) {
    for (const std::string& name : vulkan_backend_names())
        if (!why_absent(name).empty())
            GTEST_SKIP() << "README's commands name lavapipe and SwiftShader; " << why_absent(name);
    const TemporaryDirectory directory;
    fs::create_directory(directory.path() / "bin");
    fs::create_symlink(UNDINE_PROGRAM, directory.path() / "bin/undine");
    size_t run = 0;
    for (const std::string& command : commands_of(read_file(UNDINE_DOCS "/../README.md"))) {
        if (command.find("undine") == std::string::npos || command.starts_with("export") ||
            command.starts_with("tools/"))
            continue;
        const std::string given = shortened(command);
        SCOPED_TRACE(command + "\nrun as: " + given);
        const std::string shell = "cd '" + directory.path().string() + "' && export PATH=\"$PWD/bin:$PATH\" && { " +
                                  given + "\n} >log 2>&1 </dev/null";
        EXPECT_EQ(std::system(shell.c_str()), 0) << read_file(directory.path() / "log");
        ++run;
    }
    EXPECT_GE(run, 12u);
}

// tools/undine, by which `undine` of README's lines is found.
TEST(Readme, TheWrapperRunsWhatWasBuiltAndFindsTheFetchedDriver) {
    const std::string tool = UNDINE_TOOLS "/undine";
    if (!fs::exists(UNDINE_TOOLS "/../build/release/undine")) GTEST_SKIP() << "the release build is not there";
    const TemporaryDirectory directory;
    const std::string log = (directory.path() / "log").string();
    ASSERT_EQ(std::system(("'" + tool + "' --version >'" + log + "' 2>&1").c_str()), 0) << read_file(log);
    if (!fs::exists(UNDINE_TOOLS "/../build/drivers/vk_swiftshader_icd.json"))
        GTEST_SKIP() << "tools/setup --test has not run";
    std::system(("env -u VK_DRIVER_FILES -u VK_ADD_DRIVER_FILES PATH='" UNDINE_TOOLS "':\"$PATH\" undine devices >'" +
                 log + "' 2>&1")
                    .c_str());
    EXPECT_NE(read_file(log).find("SwiftShader"), std::string::npos) << read_file(log);
}

}  // namespace
}  // namespace undine::testing
