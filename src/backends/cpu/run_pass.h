// Runs one pass over particles [0, count) with the variant's instantiation of the bodies.
#pragma once
#include <optional>

#include "backends/cpu/instruction_set.h"
#include "solver/pass_table.h"

namespace undine {

struct FluidArrays;

// tuned: for which processors those of batched_passes.h are taken, where it has the pass; none for the bodies of
// shaders/sim as they are.
void run_pass(Pass pass, Variant variant, const FluidArrays& arrays, uint32_t count, int threads,
              std::optional<InstructionSet> tuned);

}  // namespace undine
