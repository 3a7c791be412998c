// Documentation that is generated stays generated.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "render/look/look.h"
#include "scene/parameter_table.h"
#include "scene/parameters.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

TEST(Documentation, ParametersPageIsTheTable) {
    EXPECT_EQ(read_file(UNDINE_DOCS "/parameters.md"), parameters_markdown())
        << "regenerate it: undine parameters --markdown > docs/parameters.md";
}

TEST(Documentation, LooksPageIsTheTable) {
    EXPECT_EQ(read_file(UNDINE_DOCS "/looks.md"), looks_markdown())
        << "regenerate it: undine parameters --looks --markdown > docs/looks.md";
}

// docs/seeds.md names files and tests: each must exist.
TEST(Documentation, SourcesPageNamesFilesAndTestsThatExist) {
    const std::string page = read_file(UNDINE_DOCS "/seeds.md");
    std::set<std::string> tests;  // without the names of parametrised suites' instances
    const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
    for (int s = 0; s < all.total_test_suite_count(); ++s) {
        const ::testing::TestSuite& suite = *all.GetTestSuite(s);
        for (int t = 0; t < suite.total_test_count(); ++t) {
            const std::string name = suite.GetTestInfo(t)->name();
            tests.insert(suite.name() + ("." + name.substr(0, name.find('/'))));
        }
    }
    const std::regex test("`([A-Z]\\w*\\.[A-Z]\\w*)`"), file("`((?:src|shaders|assets)/[^`]+)`");
    size_t named = 0;
    for (std::sregex_iterator at(page.begin(), page.end(), test), end; at != end; ++at, ++named)
        EXPECT_TRUE(tests.contains((*at)[1])) << (*at)[1] << " is no test";
    for (std::sregex_iterator at(page.begin(), page.end(), file), end; at != end; ++at, ++named)
        EXPECT_TRUE(std::filesystem::exists(UNDINE_DOCS "/../" + (*at)[1].str())) << (*at)[1] << " is no file";
    EXPECT_GT(named, 60u);
}

// The folders of src/ as README draws them, the top first.
std::vector<std::string> layers() {
    const std::string readme = read_file(UNDINE_DOCS "/../README.md");
    std::istringstream lines(readme.substr(readme.find("`src/` is a stack")));
    std::vector<std::string> layers;
    std::string line;
    while (std::getline(lines, line) && line != "```") {}
    while (std::getline(lines, line) && line != "```") layers.push_back(line.substr(0, line.find(' ')));
    return layers;
}

TEST(Documentation, NoFolderIncludesFromOneAbove) {
    namespace fs = std::filesystem;
    const std::vector<std::string> all = layers();
    const fs::path source = UNDINE_DOCS "/../src";
    auto height = [&](const std::string& folder) { return all.end() - std::ranges::find(all, folder); };
    const std::regex include("#include \"(([a-z_]+)/[^\"]+)\"");
    size_t includes = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source)) {
        const fs::path file = fs::relative(entry.path(), source);
        if (!entry.is_regular_file() || !file.has_parent_path()) continue;  // main.cpp stands over all, error.h below
        const std::string own = file.begin()->string(), text = read_file(entry.path());
        EXPECT_GT(height(own), 0) << own << " is not in README's list";
        for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at) {
            if (!fs::exists(source / at->str(1))) continue;  // of shaders/
            EXPECT_LE(height(at->str(2)), height(own)) << file << " includes " << at->str(1) << ", which is above it";
            ++includes;
        }
    }
    EXPECT_GT(includes, 500u);
}

}  // namespace
}  // namespace undine::testing
