// Runs one pass over particles [0, count) with the variant's instantiation of the bodies.
#pragma once
#include "solver/backend.h"

namespace undine {

// The arrays and parameters without the compile-time choices.
using AnyFluidView = FluidView<0, 0>;

void run_pass(Pass pass, Variant variant, const AnyFluidView& view, uint32_t count, int threads);

}  // namespace undine
