// Runs one pass over particles [0, count) with the variant's instantiation of the bodies.
#pragma once
#include "solver/pass_table.h"

namespace undine {

struct FluidArrays;

// tuned: batched_passes.h where it has the pass; shared: the bodies of shaders/sim as they are.
enum class Bodies { tuned, shared };

void run_pass(Pass pass, Variant variant, const FluidArrays& arrays, uint32_t count, int threads,
              Bodies bodies = Bodies::tuned);

}  // namespace undine
