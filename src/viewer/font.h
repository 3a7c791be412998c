// DejaVu Sans as the build found it (CMakeLists.txt): Greek and mathematical signs for the symbols of parameters.
#pragma once
#include <span>

namespace undine {

// The bytes of the .ttf file; the definition is generated.
std::span<const unsigned char> embedded_font();

}  // namespace undine
