// Coloured text for terminals.
#pragma once
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace undine {

enum class Colour { green, red };

// Whether standard output is a terminal and NO_COLOR (https://no-color.org) is not set.
inline bool wants_colour() {
    const char* const refused = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(refused && *refused);
}

inline std::string painted(const std::string& text, Colour colour) {
    return (colour == Colour::green ? "\033[1;32m" : "\033[1;31m") + text + "\033[0m";
}

}  // namespace undine
