// The command that this process was started with, for its reports.
#pragma once
#include <string>
#include <string_view>

namespace undine {

// Called once by main(), with its arguments.
void keep_command_line(int argc, const char* const* argv);

// The command, quoted so that it can be typed into a shell again: "undine compare 'my scene.toml' --steps 3". The
// program is named without its folder. Empty if keep_command_line() was not called.
const std::string& command_line();

// One argument of a command, in quotes if a shell would otherwise interpret it.
std::string shell_quoted(std::string_view argument);

}  // namespace undine
