// The commit that reports name: what cmake/Commit.cmake writes.
#include "build_facts.h"

#include <gtest/gtest.h>

#include "unit/input_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

class Commit : public ::testing::Test {
  protected:
    void SetUp() override {
        if (std::system("git --version >/dev/null 2>&1 && cmake --version >/dev/null 2>&1") != 0)
            GTEST_SKIP() << "no git or no cmake in the path";
        fs::create_directories(source());
    }
    fs::path source() const { return directory_.path() / "source"; }
    fs::path output() const { return directory_.path() / "commit.cpp"; }
    void git(const std::string& arguments) const {
        const std::string command = "git -c user.name=Test -c user.email=test@localhost -C '" + source().string() +
                                    "' " + arguments + " >/dev/null 2>&1";
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }
    std::string commit(const fs::path& of) const { return written(of, "kBuiltCommit"); }
    std::string version() const { return written(source(), "kBuiltVersion"); }
    // What stands between the quotes.
    std::string written(const fs::path& of, const std::string& name) const {
        const std::string command = "cmake -DGIT=git -DVERSION=0.1.0 -DSOURCE='" + of.string() + "' -DOUTPUT='" +
                                    output().string() + "' -P '" UNDINE_DOCS "/../cmake/Commit.cmake'";
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
        const std::string text = read_file(output());
        const size_t begin = text.find(name + " = \"") + name.size() + 4;
        return text.substr(begin, text.find('"', begin) - begin);
    }

  private:
    TemporaryDirectory directory_;
};

TEST_F(Commit, IsTheCheckoutsAndSaysWhatIsNotCommitted) {
    EXPECT_EQ(commit(source()), "unknown");
    git("init");
    EXPECT_EQ(commit(source()), "unknown") << "nothing is committed";
    std::ofstream(source() / "a.cpp") << "1";
    git("add a.cpp");
    git("commit -m one");
    const std::string clean = commit(source());
    EXPECT_EQ(clean.size(), 40u);
    EXPECT_EQ(clean.find_first_not_of("0123456789abcdef"), std::string::npos) << clean;
    const auto written = fs::last_write_time(output());
    EXPECT_EQ(commit(source()), clean);
    EXPECT_EQ(fs::last_write_time(output()), written) << "the same commit compiles nothing again";
    std::ofstream(source() / "b.cpp") << "2";
    EXPECT_EQ(commit(source()), clean + "+dirty") << "a new file";
    fs::remove(source() / "b.cpp");
    std::ofstream(source() / "a.cpp") << "3";
    EXPECT_EQ(commit(source()), clean + "+dirty") << "a changed file";
    fs::create_directories(source() / "copy");
    EXPECT_EQ(commit(source() / "copy"), "unknown") << "a copy within somebody else's repository";
}

TEST_F(Commit, GivesTheVersionThatTagsSay) {
    EXPECT_EQ(version(), "0.1.0");
    git("init");
    std::ofstream(source() / "a.cpp") << "1";
    git("add a.cpp");
    git("commit -m one");
    const std::string untagged = "0.1.0+g" + commit(source()).substr(0, 7);
    EXPECT_EQ(version(), untagged);
    std::ofstream(source() / "b.cpp") << "2";
    EXPECT_EQ(version(), untagged + ".dirty");
    git("tag v0.2.0");
    EXPECT_EQ(version(), "0.2.0+dirty");
    fs::remove(source() / "b.cpp");
    EXPECT_EQ(version(), "0.2.0");
    git("commit --allow-empty -m two");
    EXPECT_EQ(version(), "0.2.0+1.g" + commit(source()).substr(0, 7));
}

TEST(BuildFacts, AreThere) {
    const BuildFacts facts = build_facts();
    EXPECT_FALSE(facts.version.empty());
    EXPECT_FALSE(facts.commit.empty());
    EXPECT_FALSE(facts.type.empty());
    EXPECT_FALSE(facts.compiler.empty());
}

}  // namespace
}  // namespace undine::testing
