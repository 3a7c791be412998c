// What `cmake --install` leaves behind works by itself, and what it documents itself with names every option.
#include <gtest/gtest.h>

#include <sstream>

#include "robustness/program.h"

namespace undine::testing {
namespace {

const std::filesystem::path kBuild = std::filesystem::path(UNDINE_PROGRAM).parent_path();

// Its long options, as its help lists them at the beginning of a line.
std::vector<std::string> options_in_help(const std::string& command) {
    const TemporaryDirectory directory;
    std::istringstream help(run_program(directory.path(), command + " --help").out);
    std::vector<std::string> options;
    for (std::string line; std::getline(help, line);) {
        const size_t at = line.find("--");
        if (at == std::string::npos || at > 6) continue;
        options.push_back(line.substr(at, line.find_first_of(" ,[", at) - at));
    }
    return options;
}

const char* const kCommands[] = {"devices", "view",    "run",      "capture",  "export",
                                 "bench",   "compare", "validate", "frontier", "parameters"};

TEST(Installed, IsWhereUnixKeepsSuchThingsAndRunsOnABareMachine) {
    const TemporaryDirectory directory;
    const std::filesystem::path root = directory.path() / "root";
    const std::string log = (directory.path() / "log").string();
    ASSERT_EQ(std::system(("cmake --install '" + kBuild.string() + "' --prefix '" + (root / "usr").string() + "' >'" +
                           log + "' 2>&1")
                              .c_str()),
              0)
        << read_file(log);
    for (const char* file : {"bin/undine", "share/undine/scenes/dam_break.toml", "share/undine/meshes/duck.obj",
                             "share/undine/shaders/sim/predict.glsl", "share/man/man1/undine.1.gz",
                             "share/bash-completion/completions/undine", "share/doc/undine/docs/parameters.md"})
        EXPECT_TRUE(std::filesystem::is_regular_file(root / "usr" / file)) << file;
    for (const char* file : {"lib/undine/undine-viewer.so", "share/applications/undine.desktop",
                             "share/metainfo/undine.metainfo.xml", "share/icons/hicolor/256x256/apps/undine.png"})
        EXPECT_EQ(std::filesystem::is_regular_file(root / "usr" / file), UNDINE_HAS_VIEWER) << file;

    if (std::system("unshare -m true 2>/dev/null") != 0) GTEST_SKIP() << "a root folder of its own needs root";
    const int status = std::system((UNDINE_TEST_DATA "/../robustness/in_bare_root '" + root.string() +
                                    "' undine run ducks --steps 1 --backend cpu --set support_radius=0.12 "
                                    "--set particle_spacing=0.06 --json - >'" +
                                    log + "' 2>&1")
                                       .c_str());
    EXPECT_EQ(status, 0) << read_file(log);
    EXPECT_NE(read_file(log).find("\"scene\": \"ducks\""), std::string::npos) << read_file(log);
}

TEST(Manual, NamesEveryOption) {
    const TemporaryDirectory directory;
    const std::string manual = run_program(directory.path(), "manual").out;
    for (const char* command : kCommands) {
        const size_t begin = manual.find(std::string("\n.SS undine ") + command + "\n");
        ASSERT_NE(begin, std::string::npos) << command;
        const std::string section = manual.substr(begin, manual.find("\n.SS", begin + 1) - begin);
        const std::vector<std::string> options = options_in_help(command);
        EXPECT_FALSE(options.empty()) << command;
        for (const std::string& option : options) {
            if (option == "--help") continue;
            std::string in_roff;
            for (const char c : option) in_roff += c == '-' ? "\\-" : std::string(1, c);
            EXPECT_NE(section.find("fB" + in_roff + "\\fR"), std::string::npos) << command << ' ' << option;
        }
    }
}

TEST(Manual, IsOneThatGroffUnderstands) {
    if (std::system("command -v groff >/dev/null") != 0) GTEST_SKIP() << "groff is not installed";
    const TemporaryDirectory directory;
    directory.file("undine.1", run_program(directory.path(), "manual").out);
    const std::string log = (directory.path() / "log").string();
    ASSERT_EQ(std::system(("groff -K utf8 -man -ww -Tutf8 '" + (directory.path() / "undine.1").string() +
                           "' >/dev/null 2>" + log)
                              .c_str()),
              0);
    EXPECT_EQ(read_file(log), "");
}

TEST(Completion, OffersCommandsOptionsScenesAndWords) {
    const TemporaryDirectory directory;
    directory.file("completion", run_program(directory.path(), "completion").out);
    const auto offered = [&](const std::string& words, int at) {
        const std::string said = (directory.path() / "said").string();
        directory.file("ask", "source ./completion; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(at) +
                                  "; _undine; echo \"${COMPREPLY[*]}\"");
        EXPECT_EQ(std::system(("cd '" + directory.path().string() + "' && bash -u ask >'" + said + "' 2>&1").c_str()),
                  0);
        return read_file(said);
    };
    EXPECT_EQ(offered("undine fr", 1), "frontier\n");
    EXPECT_EQ(offered("undine run --prob", 2), "--probes --probe-page --probe-every\n");
    EXPECT_EQ(offered("undine capture dam_break_", 2), "dam_break_2d dam_break_obstacle\n");
    EXPECT_EQ(offered("undine capture --split duc", 3), "ducks\n");
    EXPECT_EQ(offered("undine capture --style ''", 3), "water particles\n");
    EXPECT_EQ(offered("undine capture --output duc", 3), "\n") << "a file";
    EXPECT_EQ(offered("undine help exp", 2), "export\n");
}

}  // namespace
}  // namespace undine::testing
