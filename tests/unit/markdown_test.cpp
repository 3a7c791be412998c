#include "report/markdown.h"

#include <gtest/gtest.h>

#include "report/text_table.h"

namespace undine::testing {
namespace {

TEST(Markdown, TextStaysText) {
    EXPECT_EQ(markdown_escaped("1.5 ms"), "1.5 ms");
    EXPECT_EQ(markdown_escaped("a|b *c* _d_ `e` <f> [g](h) #1 \\"),
              "a\\|b \\*c\\* \\_d\\_ \\`e\\` \\<f\\> \\[g\\](h) \\#1 \\\\");
    EXPECT_EQ(markdown_escaped("two\nlines\t\x1b[1m"), "two lines  \\[1m");
    EXPECT_EQ(markdown_escaped("GPU @someone"), "GPU @<!-- -->someone");
}

TEST(Markdown, CodeHoldsBackticks) {
    EXPECT_EQ(markdown_code("undine run"), "`undine run`");
    EXPECT_EQ(markdown_code("a`b"), "`` a`b ``");
    EXPECT_EQ(markdown_code("a|b\nc"), "`a\\|b c`");
}

TEST(Markdown, TablesHaveEveryCell) {
    TextTable table({"name", "ms"}, 1);
    table.add({"a|b", "1.5"});
    table.add({"c"});
    EXPECT_EQ(table.markdown(), "| name | ms |\n|---|--:|\n| a\\|b | 1.5 |\n| c |  |\n");
}

}  // namespace
}  // namespace undine::testing
