// Checks what a step file gives to a pass: any number to compute with, but no value that would make the pass address
// memory outside its arrays.
#pragma once
#include <string>

#include "recording/packed_array.h"

namespace undine {

// What is wrong with the arguments, as the end of a sentence that begins with the file's name; "" if nothing is.
std::string trouble_with(const Extents& extents, Variant variant);
std::string trouble_with(const FluidParams& params, const Extents& extents, Variant variant);
std::string trouble_with(const ComparedPass& pass, const ArrayMirror& arrays, const Extents& extents);

}  // namespace undine
