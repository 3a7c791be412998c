// What a recording and the build that replays it must share: arrays, passes and parameters, as text and as a hash.
#pragma once
#include <string>

namespace undine {

// A line for each array of fields.def, each pass of passes.def and each member of FluidParams, without units and
// meanings.
std::string layout_text();

// FNV-1a of that text: 16 hexadecimal digits.
std::string layout_hash();

}  // namespace undine
