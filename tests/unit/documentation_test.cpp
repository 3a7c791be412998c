// Documentation that is generated stays generated, and what it names exists.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
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

TEST(Documentation, TheFirstPageIsShort) {
    const std::string page = read_file(UNDINE_DOCS "/../README.md");
    EXPECT_LE(std::ranges::count(page, '\n'), 150) << "what is longer goes to a page of docs/";
}

// What a page links to in this checkout; not what stands in blocks of code.
std::vector<std::string> local_links(const std::string& page) {
    static const std::regex kLink(R"(\]\(([^)\s]+)\))");
    std::vector<std::string> links;
    std::istringstream lines(page);
    bool code = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) code = !code;
        if (code) continue;
        for (std::sregex_iterator at(line.begin(), line.end(), kLink), end; at != end; ++at)
            if (at->str(1).find("://") == std::string::npos) links.push_back(at->str(1));
    }
    return links;
}

// The anchors of a page's headings as GitHub makes them, of headings in ASCII without links.
std::set<std::string> heading_anchors(const std::string& page) {
    std::set<std::string> anchors;
    std::istringstream lines(page);
    bool code = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) code = !code;
        const size_t text = line.find_first_not_of('#');
        if (code || text == 0 || text == std::string::npos) continue;
        std::string anchor;
        for (const char c : line.substr(text + 1)) {
            if (c == ' ') anchor += '-';
            if (c == '-' || c == '_' || std::isalnum(static_cast<unsigned char>(c)))
                anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        anchors.insert(anchor);
    }
    return anchors;
}

TEST(Documentation, TheIndexLinksEveryPage) {
    namespace fs = std::filesystem;
    const std::vector<std::string> links = local_links(read_file(UNDINE_DOCS "/README.md"));
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(UNDINE_DOCS)) {
        const std::string page = fs::relative(entry.path(), UNDINE_DOCS).generic_string();
        if (entry.path().extension() != ".md" || page == "README.md") continue;
        EXPECT_TRUE(std::ranges::find(links, page) != links.end()) << page << " is not in docs/README.md";
    }
}

TEST(Documentation, EveryLinkLeadsSomewhere) {
    namespace fs = std::filesystem;
    const fs::path root = fs::path(UNDINE_DOCS).parent_path();
    std::vector<fs::path> pages{root / "shaders/README.md"};
    for (const fs::directory_entry& entry : fs::directory_iterator(root))
        if (entry.path().extension() == ".md") pages.push_back(entry.path());
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(UNDINE_DOCS))
        if (entry.path().extension() == ".md") pages.push_back(entry.path());
    size_t links = 0;
    for (const fs::path& page : pages)
        for (const std::string& link : local_links(read_file(page))) {
            const size_t hash = link.find('#');
            const fs::path target = hash == 0 ? page : page.parent_path() / link.substr(0, hash);
            ++links;
            EXPECT_TRUE(fs::exists(target)) << page << " links to " << link;
            if (hash == std::string::npos || !fs::is_regular_file(target)) continue;
            EXPECT_TRUE(heading_anchors(read_file(target)).contains(link.substr(hash + 1)))
                << page << " links to " << link << ", and no heading is called so";
        }
    EXPECT_GT(links, 150u);
}

TEST(Documentation, ScenesPageNamesEveryScene) {
    namespace fs = std::filesystem;
    const std::string page = read_file(UNDINE_DOCS "/scenes.md");
    size_t scenes = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(UNDINE_SCENES)) {
        if (entry.path().extension() != ".toml") continue;
        const std::string row = "\n| `" + entry.path().stem().string() + "` | ";
        EXPECT_NE(page.find(row), std::string::npos) << entry.path().stem() << " is not in docs/scenes.md";
        ++scenes;
    }
    EXPECT_GT(scenes, 10u);
}

// What continuous integration calls is what everybody has: scripts of this checkout, presets of CMake.
TEST(Documentation, WorkflowsCallWhatIsThere) {
    namespace fs = std::filesystem;
    const fs::path root = fs::path(UNDINE_DOCS).parent_path();
    const std::string presets = read_file(root / "CMakePresets.json");
    const std::regex script("((?:tools|\\.ci)/[a-z-]+)"), preset("--preset ([a-z]+)");
    size_t called = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(root / ".github/workflows")) {
        const std::string workflow = read_file(entry.path());
        for (std::sregex_iterator at(workflow.begin(), workflow.end(), script), end; at != end; ++at, ++called)
            EXPECT_TRUE(fs::is_regular_file(root / at->str(1))) << entry.path() << " calls " << at->str(1);
        for (std::sregex_iterator at(workflow.begin(), workflow.end(), preset), end; at != end; ++at, ++called)
            EXPECT_NE(presets.find("\"name\": \"" + at->str(1) + '"'), std::string::npos)
                << entry.path() << " names the preset " << at->str(1);
    }
    EXPECT_GE(called, 5u);
}

// The folders of src/ as docs/source-layout.md draws them, the top first.
std::vector<std::string> layers() {
    const std::string page = read_file(UNDINE_DOCS "/source-layout.md");
    std::istringstream lines(page.substr(page.find("`src/` is a stack")));
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
        EXPECT_GT(height(own), 0) << own << " is not in docs/source-layout.md";
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
