// The functions that passes share, for host code that needs them outside of a pass: the grid, the kernels, solids, the
// decision whether iterations are done. An edited pass body does not concern what includes this.
#pragma once
#include "solver/fluid_arrays.h"

namespace undine {

template <uint KERNEL = PBF_KERNEL_POLY6_SPIKY>
struct LeafView : FluidArrays {
#include "sim/convergence.glsl"
#include "sim/grid.glsl"
#include "sim/iteration_error.glsl"
#include "sim/kernels.glsl"
#include "sim/solid.glsl"
#include "sim/solid_density.glsl"
};

}  // namespace undine
