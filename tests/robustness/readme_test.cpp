// Every command that README, CONTRIBUTING and the pages of docs/ show is run as it stands, with fewer steps, frames,
// particles and pixels.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "robustness/program.h"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

// The lines of a block that a user types: those behind a prompt, or all if it has none and is marked sh. A line that
// ends in \ goes on.
std::vector<std::string> commands_of_block(const std::vector<std::string>& lines, bool shell) {
    const bool prompted = std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("$ "); });
    std::vector<std::string> commands;
    bool goes_on = false;
    for (const std::string& line : lines) {
        if (goes_on) commands.back() += line;
        else if (prompted && line.starts_with("$ ")) commands.push_back(line.substr(2));
        else if (!prompted && shell && !line.empty()) commands.push_back(line);
        else continue;
        goes_on = commands.back().ends_with('\\');
        if (goes_on) commands.back().pop_back();
    }
    return commands;
}

// Those of its blocks, and of what the last column of a table says in code: what is to be seen.
std::vector<std::string> commands_of(const std::string& page) {
    static const std::regex kCell(R"(`(undine [^`]*)`(, then [A-Z])? \|$)");
    std::vector<std::string> commands, block;
    std::istringstream lines(page);
    bool shell = false, inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            for (std::string& command : commands_of_block(block, shell)) commands.push_back(std::move(command));
            block.clear();
            shell = !inside && line == "```sh";
            inside = !inside;
            continue;
        }
        std::smatch cell;
        if (inside) block.push_back(line);
        else if (line.starts_with("| ") && std::regex_search(line, cell, kCell)) commands.push_back(cell[1]);
    }
    return commands;
}

// What makes a command long is cut short; its options stay.
std::string shortened(std::string command) {
    const std::pair<const char*, const char*> cuts[] = {
        {R"((--(steps|frames|start|every|free-steps)) (?!1\b)\d+)", "$1 2"},
        {R"(@\d+)", "@2"},
        {R"(--renderdoc \d+)", "--renderdoc 1"},
        {R"((--start 2.*--renderdoc) 1)", "$1 3"},
        {R"(undine view)", "undine view --headless --frames 2 --size 64x48"},
        {R"(--size \d+x\d+)", "--size 128x72"},
        {R"(undine capture (?!.*--size))", "undine capture --size 128x72 "},
        {R"(--particles \d\S*)", "--particles 1k,2k"},
        {R"(undine bench( --draw)?$)", "undine bench cube_drop --particles 1k$1"},
        {R"( --draw)", " --draw --size 128x72"},
        {R"(undine bench (--against))", "undine bench --particles 1k $1"},
        {R"(undine bench)", "undine bench --warmup 1 --steps 1 --repetitions 1"},
        {R"(undine compare dam_break)",
         "undine compare dam_break --set support_radius=0.1 --set particle_spacing=0.05"},
        {R"(undine compare (.*)--html)", "undine compare $1--free-steps 4 --html"},
    };
    for (const auto& [pattern, to] : cuts) command = std::regex_replace(command, std::regex(pattern), to);
    return std::regex_replace(command, std::regex("(--replay.*) --free-steps 4"), "$1");  // has no free runs
}

// What cannot run here: a layer of the tests, which lies beside the checkout, a GPU of NVIDIA's where there is none,
// and packages, which tools/package --check tries.
bool runs_here(const std::string& command) {
    if (command.find("undine") == std::string::npos || command.starts_with("export") || command.starts_with("tools/") ||
        command.find("build/release") != std::string::npos || command.starts_with("sudo") ||
        command.find("undine-*") != std::string::npos)
        return false;
    return command.find("--backend cuda") == std::string::npos || why_absent("cuda").empty();
}

// README.md, CONTRIBUTING.md and the pages of docs/ with at least one command, without ".md". Known before any test
// runs, on machines to which only this program was carried, too: there, there are no pages.
std::vector<std::string> pages_with_commands() {
    std::vector<std::string> pages{"README", "CONTRIBUTING"};
    std::error_code absent;
    for (const fs::directory_entry& file : fs::directory_iterator(UNDINE_DOCS, absent))
        if (file.path().extension() == ".md" && file.path().stem() != "README" &&  // the index, which has none
            !commands_of(read_file(file.path())).empty())
            pages.push_back(file.path().stem().string());
    std::ranges::sort(pages);
    return pages;
}

// Fewer would mean that they are no longer found.
size_t least_commands(const std::string& page) {
    static const std::map<std::string, size_t> kLeast{{"README", 8},    {"CONTRIBUTING", 8}, {"bench", 5},
                                                      {"commands", 12}, {"compare", 4},      {"scene-format", 3},
                                                      {"seeds", 30}};
    const auto found = kLeast.find(page);
    return found == kLeast.end() ? 1 : found->second;
}

class Page : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, Page, ::testing::ValuesIn(pages_with_commands()),
                         [](const auto& instance) { return std::regex_replace(instance.param, std::regex("-"), "_"); });

TEST_P(Page, EveryCommandRuns) {
    for (const std::string& name : vulkan_backend_names())
        if (!why_absent(name).empty())
            GTEST_SKIP() << "the commands name lavapipe and SwiftShader; " << why_absent(name);
    const TemporaryDirectory directory;
    fs::create_directory(directory.path() / "bin");
    fs::create_symlink(UNDINE_PROGRAM, directory.path() / "bin/undine");
    const bool beside_docs = GetParam() == "README" || GetParam() == "CONTRIBUTING";
    const std::string folder = beside_docs ? UNDINE_DOCS "/../" : UNDINE_DOCS "/";
    const std::vector<std::string> commands = commands_of(read_file(folder + GetParam() + ".md"));
    for (const std::string& command : commands) {
        if (!runs_here(command)) continue;
        const std::string given = shortened(command);
        SCOPED_TRACE(command + "\nrun as: " + given);
        const std::string shell = "cd '" + directory.path().string() + "' && export PATH=\"$PWD/bin:$PATH\" && { " +
                                  given + "\n} >log 2>&1 </dev/null";
        EXPECT_EQ(std::system(shell.c_str()), 0) << read_file(directory.path() / "log");
    }
    EXPECT_GE(commands.size(), least_commands(GetParam()));
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
