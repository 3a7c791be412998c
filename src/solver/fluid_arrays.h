// A non-owning view of one backend's arrays in host memory and of its parameters, under the names that the pass bodies
// use. The neighbour list is laid out as LIST_SLOT of shaders/sim/language.glsl says for C++.
#pragma once
#include "solver/fluid_params.h"

namespace undine {

struct FluidArrays {
#define FIELD(type, name, ...) type* __restrict name;
#include "sim/fields.def"
#undef FIELD
    FluidParams params;
};

}  // namespace undine
