// What messages show of text from outside.
#include "text/text.h"

#include <gtest/gtest.h>

namespace undine {
namespace {

TEST(Printable, LeavesTextAsItIs) {
    for (const char* text : {"", "dam_break.toml", "Größe ρ0 — 水 🌊", "a'b\"c\\d"}) EXPECT_EQ(printable(text), text);
}

TEST(Printable, ShowsNoControlCharacter) {
    EXPECT_EQ(printable("a\x1b[31mred\x1b[0m"), "a?[31mred?[0m");
    EXPECT_EQ(printable("two\nlines\r\n\tand a tab\x7f"), "two?lines???and a tab?");
    EXPECT_EQ(printable(std::string_view("\0nul", 4)), "?nul");
    EXPECT_EQ(printable("\u0080\u009b31m\u009f\u00a0"), "??31m?\u00a0")
        << "C1 begins escape sequences of one character";
    EXPECT_EQ(printable("line\u2028paragraph\u2029"), "line?paragraph?");
}

TEST(Printable, ShowsNoMarkThatTurnsTheDirectionOfText) {
    for (const char* mark : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066",
                             "\u2067", "\u2068", "\u2069"})
        EXPECT_EQ(printable(std::string("evil") + mark + "lmot.toml"), "evil?lmot.toml");
    EXPECT_EQ(printable("\u05d0\u0627"), "\u05d0\u0627") << "letters that run from right to left are text";
}

TEST(Printable, ShowsAQuestionMarkForEachByteThatIsNotUtf8) {
    EXPECT_EQ(printable("caf\xe9 au lait"), "caf? au lait");
    EXPECT_EQ(printable("\x80\xbf\xff"), "???");
    EXPECT_EQ(printable("\xc0\xaf"), "??") << "overlong";
    EXPECT_EQ(printable("\xe0\x80\xaf"), "???") << "overlong";
    EXPECT_EQ(printable("\xed\xa0\x80"), "???") << "a surrogate";
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????") << "behind U+10FFFF";
    EXPECT_EQ(printable("\xe6\xb0"), "??") << "the text ends within a character";
    EXPECT_EQ(printable("\xe6\x1b[0m"), "??[0m") << "a broken character hides no escape";
}

TEST(Printable, CutsBetweenCharacters) {
    EXPECT_EQ(printable("abcdef", 6), "abcdef");
    EXPECT_EQ(printable("abcdefg", 6), "abcdef...");
    EXPECT_EQ(printable("水水水", 9), "水水水");
    for (size_t limit : {6, 7, 8}) EXPECT_EQ(printable("水水水", limit), "水水...");
    EXPECT_EQ(printable(std::string(61, 'x')), std::string(60, 'x') + "...");
}

TEST(PathText, ShowsAPathWhole) {
    const std::string deep = "/" + std::string(250, 'd') + "/" + std::string(250, 'f') + ".ply";
    EXPECT_EQ(path_text(deep), deep);
    EXPECT_EQ(path_text("a\nb\x1b]0;owned\x07.toml"), "a?b?]0;owned?.toml");
}

}  // namespace
}  // namespace undine
