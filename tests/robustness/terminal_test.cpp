// What a person sees: the real program on a terminal.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/input_testing.h"

namespace undine::testing {
namespace {

struct Shown {
    int exit_code = -1;
    std::string text;  // everything that was written to the terminal
};

Shown on_a_terminal(const std::string& arguments) {
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", ("exec '" UNDINE_PROGRAM "' " + arguments).c_str(), nullptr);
        _exit(127);
    }
    Shown shown;
    char buffer[4096];
    for (ssize_t n; child > 0 && (n = read(terminal, buffer, sizeof buffer)) > 0;) shown.text.append(buffer, size_t(n));
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) shown.exit_code = WEXITSTATUS(status);
    close(terminal);
    return shown;
}

// What stands on the line of a terminal in front of the first `text`, after whatever erased it last.
std::string before_on_its_line(const std::string& shown, const std::string& text) {
    const size_t at = shown.find(text);
    if (at == std::string::npos) return "no such text";
    std::string line = shown.substr(0, at);
    line = line.substr(line.rfind('\n') + 1);
    const size_t erased = line.rfind("\r\033[K");
    return erased == std::string::npos ? line : line.substr(erased + 4);
}

TEST(Terminal, TheReportOfBenchHasItsOwnLine) {
    const Shown shown = on_a_terminal("bench hydrostatic --particles 1k --warmup 0 --steps 1 --repetitions 1 --backend cpu --threads 1");
    ASSERT_EQ(shown.exit_code, 0) << shown.text;
    ASSERT_NE(shown.text.find("repetition ["), std::string::npos) << "no bar was drawn: " << shown.text;
    EXPECT_EQ(before_on_its_line(shown.text, "undine bench: "), "") << shown.text;
}

TEST(Terminal, TheReportOfCompareAndReplayHasItsOwnLine) {
    const TemporaryDirectory directory;
    const std::string folder = "'" + (directory.path() / "good").string() + "'";
    const std::string small = "compare cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --threads 1 --steps 1 --backend cpu ";
    for (const std::string& arguments : {small + "--backend cpu", small + "--record " + folder, "compare --backend cpu --replay " + folder}) {
        const Shown shown = on_a_terminal(arguments);
        ASSERT_EQ(shown.exit_code, 0) << shown.text;
        ASSERT_NE(shown.text.find("step ["), std::string::npos) << "no bar was drawn: " << shown.text;
        const std::string first = arguments.find("--record") == std::string::npos ? "\033[1;32mall" : "/good: ";
        const std::string before = before_on_its_line(shown.text, first);
        EXPECT_EQ(before.find('['), std::string::npos) << shown.text;
    }
}

}  // namespace
}  // namespace undine::testing
