// The pass bodies as CUDA compiles them: FluidView of solver/fluid_view.h with other vectors and the list's layout
// of a GPU. Nothing that includes this includes that: the bodies' files are guarded against being read twice.
#pragma once
#ifdef PBF_LANGUAGE
#error "the pass bodies have been included for another backend"
#endif
#define PBF_CUDA

#include "backends/cuda/vectors.h"

namespace undine::cuda {

#include "sim/language.glsl"

#include "sim/fluid_params.glsl"

template <uint KERNEL, uint NEIGHBORS>
struct FluidView {
#define FIELD(type, name, ...) type* __restrict name;
#include "sim/fields.def"
#undef FIELD
    FluidParams params;

#include "sim/convergence.glsl"

#include "pass_bodies.inc"
};

}  // namespace undine::cuda
