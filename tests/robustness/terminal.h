// Runs the program on a terminal of its own, as a person sees it.
#pragma once
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

namespace undine::testing {

// Everything that it sent to the terminal. Throws away its exit code.
inline std::string run_on_terminal(const std::filesystem::path& directory, std::vector<std::string> arguments,
                                   unsigned short columns = 80) {
    winsize size{.ws_row = 24, .ws_col = columns};
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
    if (child == 0) {
        if (chdir(directory.c_str()) != 0) _exit(126);
        arguments.insert(arguments.begin(), "undine");
        std::vector<char*> pointers;
        for (std::string& a : arguments) pointers.push_back(a.data());
        pointers.push_back(nullptr);
        execv(UNDINE_PROGRAM, pointers.data());
        _exit(127);
    }
    std::string sent;
    char buffer[4096];
    for (ssize_t n; (n = read(terminal, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR);)
        if (n > 0) sent.append(buffer, static_cast<size_t>(n));
    close(terminal);
    waitpid(child, nullptr, 0);
    return sent;
}

// The lines as they stand in the end: what a carriage return and an erased line took away is gone.
inline std::vector<std::string> lines_shown(const std::string& sent) {
    std::vector<std::string> lines{""};
    for (size_t at = 0; at < sent.size(); ++at) {
        if (sent[at] == '\n') lines.emplace_back();
        else if (sent.compare(at, 4, "\r\033[K") == 0) lines.back().clear(), at += 3;
        else if (sent[at] != '\r') lines.back() += sent[at];
    }
    return lines;
}

}  // namespace undine::testing
