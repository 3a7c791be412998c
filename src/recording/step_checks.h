// What a step file may ask of a pass: anything it makes a number of, nothing that it finds memory with.
#pragma once
#include <string>

#include "recording/packed_array.h"

namespace undine {

// What is wrong with them, as the end of a sentence that began with the file's name; "": nothing.
std::string trouble_with(const Extents& extents, Variant variant);
std::string trouble_with(const FluidParams& params, const Extents& extents, Variant variant);
std::string trouble_with(const ComparedPass& pass, const ArrayMirror& arrays, const Extents& extents);

}  // namespace undine
