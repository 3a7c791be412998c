// The command that this process was started with, for its reports.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace undine {

// Called once by main(), with its arguments.
void keep_command_line(int argc, const char* const* argv);

// The command, quoted so that it can be typed into a shell again: "undine compare 'my scene.toml' --steps 3". The
// program is named without its folder. Empty if keep_command_line() was not called.
const std::string& command_line();

// Its arguments after the program's name, with those that --from stands for in its place.
void keep_command_arguments(std::vector<std::string> arguments);
const std::vector<std::string>& command_arguments();

// One argument of a command, in quotes if a shell would otherwise interpret it.
std::string shell_quoted(std::string_view argument);

}  // namespace undine
