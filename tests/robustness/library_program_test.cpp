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

// Configured, not built, which would take as long as Undine itself.
TEST(Examples, AreAPartOfAProjectThatFetchesTheSources) {
    const TemporaryDirectory directory;
    directory.file("main.cpp", "int main() {}\n");
    directory.file("CMakeLists.txt",
                   "cmake_minimum_required(VERSION 3.25)\nproject(Host LANGUAGES CXX)\ninclude(FetchContent)\n"
                   "FetchContent_Declare(undine SOURCE_DIR " UNDINE_EXAMPLES
                   "/..)\n"
                   "FetchContent_MakeAvailable(undine)\nget_directory_property(options COMPILE_OPTIONS)\n"
                   "message(STATUS \"options <${options}${CMAKE_CXX_FLAGS}>\")\n"
                   "foreach(target undine undine-tests undine_python)\n  if(TARGET ${target})\n"
                   "    message(FATAL_ERROR \"it has ${target}\")\n  endif()\nendforeach()\n"
                   "add_executable(app main.cpp)\ntarget_link_libraries(app PRIVATE undine::core)\n");
    const std::string configured =
        said(directory.path(), "cmake -S . -B build -G Ninja -DUNDINE_CUDA=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
    EXPECT_NE(configured.find("options <>"), std::string::npos) << configured;
    const std::string commands = read_file(directory.path() / "build/compile_commands.json");
    const size_t own = commands.find("main.cpp.o -c " + directory.path().string());
    ASSERT_NE(own, std::string::npos) << commands.substr(0, 2000);
    const std::string line = commands.substr(commands.rfind('\n', own), own - commands.rfind('\n', own));
    EXPECT_NE(line.find("/include -std=gnu++20"), std::string::npos) << line;
    for (const char* option : {"-W", "-ffp", "-fno", "-DGLM", "-DVK"})
        EXPECT_EQ(line.find(option), std::string::npos) << line;
}

}  // namespace
}  // namespace undine::testing
