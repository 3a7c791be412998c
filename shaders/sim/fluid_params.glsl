// What pass bodies read as `params`: the scene's parameters (src/scene/parameters.def has their ranges and defaults)
// in the units that the equations use. Shared by GLSL (std140), C++ and CUDA; its members are in fluid_params.def.
// Computed in one place, src/solver/fluid_params.cpp.
#ifndef PBF_FLUID_PARAMS
#define PBF_FLUID_PARAMS

#include "sim/choices.glsl"

#define PBF_PRESSURE_MONAGHAN 0u
#define PBF_PRESSURE_MUELLER 1u
#define PBF_MESH_SHARE 3.0518509e-5f  // 1/32767: of a number in `mesh_field`
#define PBF_MESH_STEEPEST 8.0f        // h |∫∇W| that it counts as 1; of both kernels it is at most 6
#define PBF_SOLID_SIZE 8u       // elements of a solid in `solid` (solid.glsl)
#define PBF_REACTION_BLOCK 256u // particles that one invocation of sum_reactions adds up
#define PBF_WALL_SAMPLES 2048u  // error of linear interpolation: 3e-6 of the velocity (2e-5 with 512)

struct PBF_ALIGN16 FluidParams {
#define PARAM(type, name, meaning) type name;
#include "sim/fluid_params.def"
#undef PARAM
};

#endif
