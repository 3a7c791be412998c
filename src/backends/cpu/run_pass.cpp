#include "backends/cpu/run_pass.h"

#include <algorithm>

#include "backends/cpu/batched_passes.h"
#include "internal_error.h"
#include "platform/parallel.h"

namespace undine {
namespace {

// The passes of BatchedPasses.
#define BATCHED_PASSES(X) \
    X(find_neighbors)     \
    X(compute_lambda)     \
    X(compute_multiplier) \
    X(update_multiplier) X(apply_delta_p) X(apply_xsph) X(compute_surface_normal) X(estimate_births) X(advect_diffuse)

// Each as a function over particles [begin, end), for each instruction set, and a table of those.
template <uint KERNEL>
using Range = void(FluidView<KERNEL, PBF_NEIGHBORS_LIST> f, uint begin, uint end);

#define RANGE(set, attribute, name)                                                              \
    template <uint KERNEL>                                                                       \
    attribute void name##_##set(FluidView<KERNEL, PBF_NEIGHBORS_LIST> f, uint begin, uint end) { \
        for (uint i = begin; i < end; ++i) BatchedPasses<KERNEL>::name(f, i);                    \
    }
#define ENTRY(set, attribute, name) name##_##set<KERNEL>,
#define BATCHED(name)                    \
    UNDINE_INSTRUCTION_SETS(RANGE, name) \
    template <uint KERNEL>               \
    constexpr Range<KERNEL>* name##_ranges[] = {UNDINE_INSTRUCTION_SETS(ENTRY, name)};
BATCHED_PASSES(BATCHED)
#undef BATCHED
#undef ENTRY
#undef RANGE

template <class Body>
void parallel(uint32_t count, int threads, Body body) {
    parallel_for(count, threads,
                 [&](uint64_t begin, uint64_t end) { body(static_cast<uint>(begin), static_cast<uint>(end)); });
}

template <uint KERNEL, uint NEIGHBORS>
void run_variant(Pass pass, const FluidArrays& arrays, uint32_t count, int threads,
                 std::optional<InstructionSet> tuned) {
    const FluidView<KERNEL, NEIGHBORS> view{arrays};
    if constexpr (NEIGHBORS == PBF_NEIGHBORS_LIST) {
#define BATCHED(name)                                                             \
    if (pass == Pass::name && tuned)                                              \
        return parallel(count, threads, [&](uint begin, uint end) {               \
            name##_ranges<KERNEL>[static_cast<size_t>(*tuned)](view, begin, end); \
        });
        BATCHED_PASSES(BATCHED)
#undef BATCHED
    }
    switch (pass) {
#define PASS(name, ...)                                             \
    case Pass::name:                                                \
        return parallel(count, threads, [&](uint begin, uint end) { \
            auto own = view;                                        \
            for (uint i = begin; i < end; ++i) own.name(i);         \
        });
#define DEVICE_PASS(name, ...) case Pass::name:
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
        UNDINE_UNREACHABLE("the CPU has no program for a device pass: it sorts and sums in its own way");
    }
}

}  // namespace

void run_pass(Pass pass, Variant variant, const FluidArrays& arrays, uint32_t count, int threads,
              std::optional<InstructionSet> tuned) {
    with_variant(variant, [&]<uint KERNEL, uint NEIGHBORS>() {
        run_variant<KERNEL, NEIGHBORS>(pass, arrays, count, threads, tuned);
    });
}

}  // namespace undine
