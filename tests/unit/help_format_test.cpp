// Help texts fit a terminal, and name what a user can choose.
#include "cli/help_format.h"

#include <gtest/gtest.h>

#include <sstream>

#include "robustness/program.h"
#include "text/text.h"

namespace undine::testing {
namespace {

TEST(HelpFormat, WrapsBetweenWords) {
    EXPECT_EQ(wrapped("one two three four", 10, 2), "one two\n  three\n  four");
    EXPECT_EQ(wrapped("", 10, 2), "");
    EXPECT_EQ(wrapped("a\n  b c\nd", 80, 1), "a\n   b c\n d") << "paragraphs and their indents stay";
    EXPECT_EQ(wrapped("unbreakable-word x", 8, 0), "unbreakable-word\nx") << "a word is never cut";
    EXPECT_EQ(wrapped("größe größe", 11, 0), "größe größe") << "columns, not bytes";
}

TEST(HelpFormat, EveryLineOfEveryHelpFits) {
    const TemporaryDirectory directory;
    for (const std::string command :
         {"", "devices", "view", "run", "capture", "export", "bench", "compare", "parameters"}) {
        const Outcome o = run_program(directory.path(), command + " --help");
        EXPECT_EQ(o.exit_code, 0);
        std::istringstream lines(o.out);
        for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 80u) << command << ": " << line;
    }
}

TEST(HelpFormat, NamesTheScenes) {
    const TemporaryDirectory directory;
    for (const std::string command : {"", "run", "capture", "view"})
        EXPECT_NE(run_program(directory.path(), command + " --help").out.find("double_dam_break"), std::string::npos)
            << command;
}

}  // namespace
}  // namespace undine::testing
