// What pass bodies read as `params`: the scene's parameters (src/scene/parameters.def has their ranges and defaults)
// in the units that the equations use. Shared by GLSL (std140), C++ and CUDA; its members are in fluid_params.def.
// Computed in one place, src/solver/fluid_params.cpp.
#ifndef PBF_FLUID_PARAMS
#define PBF_FLUID_PARAMS

#include "sim/sizes.glsl"

#define PBF_PRESSURE_MONAGHAN 0u
#define PBF_PRESSURE_MUELLER 1u

struct PBF_ALIGN16 FluidParams {
#define PARAM(type, name, meaning) type name;
#include "sim/fluid_params.def"
#undef PARAM
};

#endif
