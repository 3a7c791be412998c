// The library as another project finds it: installed, or as a part of its own build; and the examples.
#include <gtest/gtest.h>

#include "robustness/program.h"

namespace undine::testing {
namespace {

// Runs the command in the folder, and returns what it says on both streams.
std::string said(const std::filesystem::path& folder, const std::string& command, int expected = 0) {
    const std::filesystem::path log = folder / "log";
    const int status =
        std::system(("cd '" + folder.string() + "' && " + command + " >'" + log.string() + "' 2>&1").c_str());
    EXPECT_EQ(WEXITSTATUS(status), expected) << command << "\n" << read_file(log);
    return read_file(log);
}

TEST(Examples, MinimalPrintsHowTheDamFalls) {
    const TemporaryDirectory directory;
    const std::string table = said(directory.path(), UNDINE_BUILT_EXAMPLES "/minimal");
    EXPECT_NE(table.find("2000 particles on CPU"), std::string::npos) << table;
    EXPECT_NE(table.find("\n 0.50 s"), std::string::npos) << table;
}

TEST(Examples, AreBuiltByAProjectThatFindsTheInstalledLibrary) {
    const TemporaryDirectory directory;
    const std::string prefix = (directory.path() / "prefix").string();
    said(directory.path(), "cmake --install '" + std::filesystem::path(UNDINE_PROGRAM).parent_path().string() +
                               "' --prefix '" + prefix + "'");
    said(directory.path(),
         "cmake -S '" UNDINE_EXAMPLES "' -B build -DCMAKE_BUILD_TYPE=Release '-DCMAKE_PREFIX_PATH=" + prefix + "'");
    said(directory.path(), "cmake --build build");
    // The installed library, and its scenes.
    const std::string linked = said(directory.path(), "ldd build/in_your_renderer");
    EXPECT_NE(linked.find(prefix), std::string::npos) << linked;
    EXPECT_NE(said(directory.path(), "build/minimal").find("2000 particles"), std::string::npos);
    said(directory.path(), "build/in_your_renderer no_such_scene 1", 1);
}

}  // namespace
}  // namespace undine::testing
