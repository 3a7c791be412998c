// The pass bodies as C++ (for CUDA: backends/cuda/device_view.h): members of the arrays that they work on. KERNEL and
// NEIGHBORS are the compile-time choices of Variant.
//
// Whoever includes this is compiled again for every edited pass: only files that run passes do. tools/test fails when
// they become many.
#pragma once
#include "solver/fluid_arrays.h"

namespace undine {

template <uint KERNEL, uint NEIGHBORS>
struct FluidView : FluidArrays {
#include "pass_bodies.inc"
};

}  // namespace undine
