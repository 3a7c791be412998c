// What one thread of each kernel does, and how the threads of a block add up: everything of kernels.cu but the
// launches and the barriers, so that tests can run it thread by thread on the CPU.
#pragma once
#include "backends/cuda/blocks.h"
#include "backends/cuda/device_view.h"
#include "solver/pass_table.h"

namespace undine::cuda {

// The argument of every kernel, in constant memory: nothing of it costs a register before it is used.
template <uint KERNEL, uint NEIGHBORS>
struct KernelArgument {
    FluidView<KERNEL, NEIGHBORS> view;
    uint particles;  // at most; where counts vary the living ones are the first of them
    uint counts_vary;
};

// On a GPU the value before, whatever other threads do meanwhile; on the CPU one thread runs after another.
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

// particles: of the element i; one: of what stands for them all.
template <Domain DOMAIN, uint KERNEL, uint NEIGHBORS>
UNDINE_DEVICE bool has_element(const KernelArgument<KERNEL, NEIGHBORS>& a, uint i) {
    if (DOMAIN == Domain::one) return i == 0u;
    return i < a.particles && (a.counts_vary == 0u || i < a.view.population[POPULATION_LIVING]);
}

// The shared bodies: a particle a thread.
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

// shaders/reduce: the sum of a block's threads, in the same order and so with the same bits as Vulkan's, whose
// workgroups of these two passes have as many invocations. CUB's sums leave their order to the device's tuning.
// One round: every thread, then a barrier; from reach kThreads / 2 down to 1.
UNDINE_DEVICE void fold(float* partial, uint thread, uint reach) {
    if (thread < reach) partial[thread] += partial[thread + reach];
}

// shaders/reduce/sum_errors.comp: what a thread adds up of its block of kSumBlock particles.
template <uint KERNEL, uint NEIGHBORS>
UNDINE_DEVICE float own_errors(KernelArgument<KERNEL, NEIGHBORS>& a, uint block, uint thread) {
    float own = 0.0f;
    for (uint e = thread; e < kSumBlock; e += kThreads) {
        const uint i = block * kSumBlock + e;
        if (has_element<Domain::particles>(a, i)) own += a.view.error_of_density(a.view.density[i]);
    }
    return own;
}

// shaders/reduce/check_error.comp: what a thread of the only block adds up of the blocks' sums.
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
