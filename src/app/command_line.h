// The command that this process was started with, for its reports.
#pragma once
#include <string>
#include <string_view>

namespace undine {

// Called once, by main(), with what it was given.
void keep_command_line(int argc, const char* const* argv);

// As somebody could type it into a shell again: "undine compare 'my scene.toml' --steps 3". The program is named
// without its folder. Empty where nothing was kept.
const std::string& command_line();

// One argument of a command, in quotes where a shell would otherwise read something else.
std::string shell_quoted(std::string_view argument);

}  // namespace undine
