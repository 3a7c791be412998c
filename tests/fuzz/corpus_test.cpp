// What fuzzers found and what they begin with (tests/fuzz/corpus), read again, and what is no file at all: every reader
// accepts or refuses it in one printable sentence, and comes to an end.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <regex>
#include <set>

#include "fuzz/recorded_step.h"
#include "fuzz/targets.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

class Corpus : public ::testing::TestWithParam<FuzzTarget> {};

std::vector<FuzzTarget> all_targets() { return {fuzz_targets().begin(), fuzz_targets().end()}; }
std::string name_of(const ::testing::TestParamInfo<FuzzTarget>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Readers, Corpus, ::testing::ValuesIn(all_targets()), name_of);

TEST_P(Corpus, IsReadOrRefused) {
    std::set<Reading> seen;
    for (const fs::directory_entry& file : fs::directory_iterator(fs::path(UNDINE_CORPUS) / GetParam().name)) {
        const ReadingOf reading = read_with(GetParam(), file.path().string());
        EXPECT_NE(reading.reading, Reading::wrong) << file.path() << ": " << reading.text;
        seen.insert(reading.reading);
    }
    // A corpus of which every file fails at the same early check teaches a fuzzer nothing.
    EXPECT_TRUE(seen.contains(Reading::accepted)) << "no file is whole";
    EXPECT_TRUE(seen.contains(Reading::refused)) << "no file is damaged";
}

TEST_P(Corpus, WhatIsNoFileIsRefused) {
    const TemporaryDirectory directory;
    const fs::path folder = directory.path() / "folder", pipe = directory.path() / "pipe",
                   loop = directory.path() / "loop";
    fs::create_directory(folder);
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    fs::create_symlink(loop, loop);
    const std::pair<fs::path, const char*> cases[] = {
        {directory.path() / "none", "there is no such file"},
        {folder, "is a folder"},
        {folder.string() + "/", "is a folder"},
        {pipe, "is a pipe"},  // nobody will ever write to it
        {"/dev/zero", "is a device"},
        {"/dev/null", "is a device"},
        {loop, "cannot be opened"},
        {directory.file("empty", ""), "is empty"},
        {directory.path() / std::string(300, 'n'), "cannot be opened"},
    };
    for (const auto& [path, sentence] : cases) {
        const ReadingOf reading = read_with(GetParam(), path.string());
        EXPECT_EQ(reading.reading, Reading::refused) << path << ": " << reading.text;
        EXPECT_NE(reading.text.find(sentence), std::string::npos) << path << ": " << reading.text;
    }
}

TEST_P(Corpus, AnUnreadableFileIsRefused) {
    const TemporaryDirectory directory;
    const std::string path = directory.file("secret", "text");
    fs::permissions(path, fs::perms::none);
    const uid_t self = geteuid();
    constexpr uid_t kNobody = 65534;
    if (self == 0) {
        ASSERT_EQ(seteuid(kNobody), 0);
    }  // root may read every file
    const ReadingOf reading = read_with(GetParam(), path);
    ASSERT_EQ(seteuid(self), 0);
    EXPECT_EQ(reading.reading, Reading::refused) << reading.text;
    EXPECT_NE(reading.text.find("cannot be opened (Permission denied)"), std::string::npos) << reading.text;
}

// Messages name files, whose names may hold anything but a slash.
TEST_P(Corpus, EscapesInAFilesNameAreNotShown) {
    const TemporaryDirectory directory;
    const std::string name = "\x1b]0;owned\x07\nundine: all is well.toml",
                      shown = "?]0;owned??undine: all is well.toml";
    for (const std::string& path : {directory.file(name, "\x01"), (directory.path() / ("none" + name)).string()}) {
        const std::string sentence = sentence_of([&] { GetParam().read(path); });
        EXPECT_NE(sentence.find(shown), std::string::npos) << sentence;
        EXPECT_EQ(sentence.find_first_of("\x1b\n\x07"), std::string::npos) << sentence;
    }
}

TEST(RecordedStep, OfThisBuildIsReadAndItsHalvesAreNot) {
    const TemporaryDirectory directory;
    const std::string path = (directory.path() / "step").string();
    write_recorded_step(path);
    const std::string whole = read_file(path);
    EXPECT_EQ(read_recorded_step(path), "");
    for (size_t size = 1; size < whole.size(); size += 97) {
        const std::string half = directory.file("half", whole.substr(0, size));
        EXPECT_NE(sentence_of([&] { read_recorded_step(half); }), "") << size;
    }
}

// The fuzzers are built on demand: a reader that moves to another folder would be missed only then.
TEST(FuzzBuild, NamesFilesThatExist) {
    const std::string list = read_file(fs::path(UNDINE_CORPUS) / "../CMakeLists.txt");
    const std::regex file(R"(\$\{sources\}/([a-z_/]+\.cpp))");
    size_t files = 0;
    for (std::sregex_iterator at(list.begin(), list.end(), file), end; at != end; ++at, ++files)
        EXPECT_TRUE(fs::exists(fs::path(UNDINE_CORPUS) / "../../../src" / (*at)[1].str())) << (*at)[1];
    EXPECT_GT(files, 10u);
}

}  // namespace
}  // namespace undine::testing
