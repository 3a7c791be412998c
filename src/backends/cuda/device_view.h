// The pass bodies as compiled for CUDA: FluidView as in solver/fluid_view.h, but with CUDA's vector types and the GPU
// layout of the neighbour list. No translation unit can include both headers: the bodies have include guards.
#pragma once
#ifdef PBF_LANGUAGE
#error "the pass bodies have already been included for another backend"
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
#include "sim/iteration_error.glsl"

#include "pass_bodies.inc"
};

}  // namespace undine::cuda
