#include "backends/cpu/run_pass.h"

#include <algorithm>

#include "backends/cpu/batched_passes.h"
#include "internal_error.h"
#include "platform/parallel.h"

// Compiles the same source for several instruction sets, one of which is chosen when the program is loaded. They give
// the same bits because the build turns floating-point contraction off.
#if defined(__x86_64__) && defined(__linux__)
#define UNDINE_VECTORIZED [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define UNDINE_VECTORIZED
#endif

namespace undine {
namespace {

// The passes of BatchedPasses.
#define BATCHED_PASSES(X) \
    X(find_neighbors)     \
    X(compute_lambda)     \
    X(compute_multiplier) \
    X(update_multiplier) X(apply_delta_p) X(apply_xsph) X(compute_surface_normal) X(estimate_births) X(advect_diffuse)

// Each as a function over particles [begin, end).
#define BATCHED_RANGE(name, KERNEL)                                                                      \
    UNDINE_VECTORIZED void name##_range(FluidView<KERNEL, PBF_NEIGHBORS_LIST> f, uint begin, uint end) { \
        for (uint i = begin; i < end; ++i) BatchedPasses<KERNEL>::name(f, i);                            \
    }
#define BATCHED(name) BATCHED_RANGE(name, PBF_KERNEL_POLY6_SPIKY) BATCHED_RANGE(name, PBF_KERNEL_CUBIC_SPLINE)
BATCHED_PASSES(BATCHED)
#undef BATCHED
#undef BATCHED_RANGE

template <class Body>
void parallel(uint32_t count, int threads, Body body) {
    parallel_for(count, threads,
                 [&](uint64_t begin, uint64_t end) { body(static_cast<uint>(begin), static_cast<uint>(end)); });
}

template <uint KERNEL, uint NEIGHBORS>
void run_variant(Pass pass, const FluidArrays& arrays, uint32_t count, int threads, Bodies bodies) {
    const FluidView<KERNEL, NEIGHBORS> view{arrays};
    if constexpr (NEIGHBORS == PBF_NEIGHBORS_LIST) {
#define BATCHED(name)                                  \
    if (pass == Pass::name && bodies == Bodies::tuned) \
        return parallel(count, threads, [&](uint begin, uint end) { name##_range(view, begin, end); });
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

void run_pass(Pass pass, Variant variant, const FluidArrays& arrays, uint32_t count, int threads, Bodies bodies) {
    with_variant(variant, [&]<uint KERNEL, uint NEIGHBORS>() {
        run_variant<KERNEL, NEIGHBORS>(pass, arrays, count, threads, bodies);
    });
}

}  // namespace undine
