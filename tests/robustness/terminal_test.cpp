// What a person sees on a terminal: reports on lines of their own, help as wide as the terminal.
#include "robustness/terminal.h"

#include <gtest/gtest.h>

#include "text/text.h"
#include "unit/gpu_testing.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

bool has_line(const std::vector<std::string>& lines, const std::string& beginning) {
    for (const std::string& line : lines)
        if (line.starts_with(beginning)) return true;
    return false;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
}

TEST(Terminal, ReportsDoNotBeginOnTheProgressBarsLine) {
    const TemporaryDirectory directory;
    const auto run =
        lines_shown(run_on_terminal(directory.path(), {"run", "cube_drop", "--steps", "3", "--backend", "cpu"}));
    EXPECT_TRUE(has_line(run, "Cube drop")) << joined(run);
    const auto bench =
        lines_shown(run_on_terminal(directory.path(), {"bench", "cube_drop", "--particles", "1k", "--backend", "cpu",
                                                       "--warmup", "1", "--steps", "1", "--repetitions", "2"}));
    EXPECT_TRUE(has_line(bench, "undine bench: ")) << joined(bench);
    const auto compare = lines_shown(run_on_terminal(
        directory.path(), {"compare", "cube_drop", "--backend", "cpu", "--backend", "cpu", "--steps", "1"}));
    EXPECT_TRUE(has_line(compare, "\033[1;32mall ")) << joined(compare);
}

TEST(Terminal, CaptureReportsOnALineOfItsOwn) {
    if (vulkan_backend_names().empty() || !why_absent(vulkan_backend_names()[0]).empty())
        GTEST_SKIP() << "no Vulkan driver to draw with";
    const TemporaryDirectory directory;
    const auto lines = lines_shown(run_on_terminal(directory.path(), {"capture", "cube_drop", "--frames", "2", "--size",
                                                                      "64x36", "--backend", "cpu", "--output", "a"}));
    EXPECT_TRUE(has_line(lines, "Cube drop")) << joined(lines);
}

TEST(Terminal, HelpIsAsWideAsTheTerminal) {
    const TemporaryDirectory directory;
    size_t widest[2] = {};
    for (const unsigned short width : {70, 100})
        for (const std::string& line : lines_shown(run_on_terminal(directory.path(), {"capture", "--help"}, width))) {
            EXPECT_LE(columns(line), width) << line;
            widest[width == 100] = std::max(widest[width == 100], columns(line));
        }
    EXPECT_GT(widest[1], 85u);
}

}  // namespace
}  // namespace undine::testing
