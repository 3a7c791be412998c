#include "app/command_line.h"

#include <utility>

namespace undine {
namespace {

std::string& kept() {
    static std::string line;
    return line;
}

std::vector<std::string>& kept_arguments() {
    static std::vector<std::string> arguments;
    return arguments;
}

}  // namespace

void keep_command_line(int argc, const char* const* argv) {
    std::string& line = kept();
    line.clear();
    for (int k = 0; k < argc; ++k) {
        std::string_view argument = argv[k];
        if (k == 0) argument.remove_prefix(argument.find_last_of('/') + 1);  // npos + 1 is 0
        line += (k == 0 ? "" : " ") + shell_quoted(argument);
    }
}

const std::string& command_line() { return kept(); }

void keep_command_arguments(std::vector<std::string> arguments) { kept_arguments() = std::move(arguments); }

const std::vector<std::string>& command_arguments() { return kept_arguments(); }

std::string shell_quoted(std::string_view argument) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+-@%";
    if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string_view::npos) return std::string(argument);
    std::string quoted = "'";
    for (const char c : argument) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

}  // namespace undine
