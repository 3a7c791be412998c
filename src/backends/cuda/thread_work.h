// What one thread of each kernel does, and how the threads of a block compute a sum: everything in kernels.cu except
// the launches and the barriers, so that tests can run it thread by thread on the CPU.
#pragma once
#include "backends/cuda/blocks.h"
#include "backends/cuda/device_view.h"
#include "solver/pass_table.h"

namespace undine::cuda {

// The argument of every kernel, in constant memory: its members occupy no registers until they are used.
template <uint KERNEL, uint NEIGHBORS>
struct KernelArgument {
    FluidView<KERNEL, NEIGHBORS> view;
    uint particles;  // upper bound; if counts vary, only the first ones of them live
    uint counts_vary;
};

// Adds to *at and returns the value before: atomically on a GPU; on the CPU, threads run one after another.
UNDINE_DEVICE uint fetch_add(uint* at, uint amount) {
#ifdef __CUDA_ARCH__
    return atomicAdd(at, amount);
#else
    const uint before = *at;
    *at = before + amount;
    return before;
#endif
}

namespace work {

template <uint KERNEL, uint NEIGHBORS>
UNDINE_DEVICE uint living(const KernelArgument<KERNEL, NEIGHBORS>& a) {
    return a.counts_vary != 0u ? a.view.population[POPULATION_LIVING] : a.particles;
}

// Whether index i has an element to work on: a living particle or, in another domain, one of its elements.
template <Domain DOMAIN, uint KERNEL, uint NEIGHBORS>
UNDINE_DEVICE bool has_element(const KernelArgument<KERNEL, NEIGHBORS>& a, uint i) {
    const FluidParams& p = a.view.params;
    if (DOMAIN != Domain::particles)
        return i < elements_of(DOMAIN, a.particles, p.particle_capacity, p.reaction_count, p.cell_count,
                               p.diffuse_capacity);
    return i < a.particles && (a.counts_vary == 0u || i < a.view.population[POPULATION_LIVING]);
}

// The shared bodies: one thread per particle.
#define PASS(name, stage, domain, ...)                                                       \
    template <uint KERNEL, uint NEIGHBORS>                                                   \
    UNDINE_DEVICE void name(KernelArgument<KERNEL, NEIGHBORS>& a, uint block, uint thread) { \
        const uint i = block * kThreads + thread;                                            \
        if (!has_element<Domain::domain>(a, i)) return;                                      \
        if (Stage::stage == Stage::density && a.view.solver_state[0] != 0u) return;          \
        a.view.name(i);                                                                      \
    }
#define DEVICE_PASS(...)
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS

// shaders/sort/count_cells.comp
template <uint KERNEL, uint NEIGHBORS>
UNDINE_DEVICE void count_cells(KernelArgument<KERNEL, NEIGHBORS>& a, uint block, uint thread) {
    const uint i = block * kThreads + thread;
    if (has_element<Domain::particles>(a, i)) fetch_add(&a.view.cell_count[a.view.cell[i]], 1u);
}

// shaders/sort/scatter.comp: leaves cell_count all zero.
template <uint KERNEL, uint NEIGHBORS>
UNDINE_DEVICE void scatter(KernelArgument<KERNEL, NEIGHBORS>& a, uint block, uint thread) {
    const uint i = block * kThreads + thread;
    if (!has_element<Domain::particles>(a, i)) return;
    const uint c = a.view.cell[i];
    const uint taken_before = fetch_add(&a.view.cell_count[c], 0xffffffffu);
    a.view.scattered[a.view.cell_start[c] + taken_before - 1u] = i;
}

// shaders/reduce: the sum over a block's threads, in the same order as in Vulkan and so with the same bits, since
// Vulkan's workgroups have as many invocations in these two passes. (The order of CUB's sums depends on the device's
// tuning.) One round, executed by every thread and followed by a barrier, for reach = kThreads / 2 down to 1.
UNDINE_DEVICE void fold(float* partial, uint thread, uint reach) {
    if (thread < reach) partial[thread] += partial[thread + reach];
}

// shaders/reduce/sum_errors.comp: one thread's share of the sum over a block of kSumBlock particles.
template <uint KERNEL, uint NEIGHBORS>
UNDINE_DEVICE float own_errors(KernelArgument<KERNEL, NEIGHBORS>& a, uint block, uint thread) {
    float own = 0.0f;
    for (uint e = thread; e < kSumBlock; e += kThreads) {
        const uint i = block * kSumBlock + e;
        if (has_element<Domain::particles>(a, i)) own += a.view.error_of_iteration(i);
    }
    return own;
}

// shaders/reduce/check_error.comp: one thread's share, in the only block, of the sum over the blocks' sums.
template <uint KERNEL, uint NEIGHBORS>
UNDINE_DEVICE float own_partial_sums(KernelArgument<KERNEL, NEIGHBORS>& a, uint thread) {
    float own = 0.0f;
    for (uint b = thread; b < sum_blocks(a.particles); b += kThreads) own += a.view.partial_sum[b];
    return own;
}

UNDINE_DEVICE void fill(uint* words, uint64_t count, uint word, uint block, uint thread) {
    const uint64_t at = uint64_t(block) * kThreads + thread;
    if (at < count) words[at] = word;
}

}  // namespace work
}  // namespace undine::cuda
