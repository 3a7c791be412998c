// The passes on the host, one parallel loop each. Results do not depend on the thread count, bit for bit: an invocation
// writes only its own element, and sums are formed block by block in a fixed order.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "backends/cpu/instruction_set.h"
#include "solver/backend.h"

namespace undine {

struct FluidArrays;  // solver/fluid_arrays.h

// Called before a pass with a shared body runs, with the arrays as the pass will find them (the neighbour list in the
// C++ layout of LIST_SLOT). It may write to what the pass is about to overwrite.
using PassObserver = std::function<void(Pass, Variant, const FluidArrays&)>;

// threads: 0 for all cores. set: one that the processor has; none for the best.
std::unique_ptr<Backend> make_cpu_backend(int threads = 0, PassObserver observer = {},
                                          std::optional<InstructionSet> set = {});

// Whether a specification (--backend) names the CPU backend: cpu, or cpu: followed by an instruction set.
bool is_cpu(std::string_view specification);

}  // namespace undine
