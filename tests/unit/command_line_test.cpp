#include "app/command_line.h"

#include <gtest/gtest.h>

#include "robustness/program.h"

namespace undine::testing {
namespace {

TEST(CommandLine, IsQuotedForAShell) {
    EXPECT_EQ(shell_quoted("dt=0.002"), "dt=0.002");
    EXPECT_EQ(shell_quoted(""), "''");
    EXPECT_EQ(shell_quoted("my scene"), "'my scene'");
    EXPECT_EQ(shell_quoted("it's $HOME"), "'it'\\''s $HOME'");
    const char* const words[] = {"/somewhere/bin/undine", "run", "a b", "--steps", "3"};
    keep_command_line(5, words);
    EXPECT_EQ(command_line(), "undine run 'a b' --steps 3");
}

// A shell makes of the kept line the words that it was made of.
TEST(CommandLine, ComesBackFromAShell) {
    const TemporaryDirectory directory;
    const std::string word = "a 'b' \"c\" $d `e` \\f * ~ # ; & | < > ( ) é\n-";
    const std::string file = (directory.path() / "out").string();
    ASSERT_EQ(std::system(("printf %s " + shell_quoted(word) + " >'" + file + "'").c_str()), 0);
    EXPECT_EQ(read_file(file), word);
}

}  // namespace
}  // namespace undine::testing
