// Nothing here includes fluid_view.h: the pass bodies are read once in a file, here with CUDA's vectors.
#include "cuda/cuda_threads.h"

#include <cstdlib>

#include "backends/cuda/layout.h"
#include "backends/cuda/thread_work.h"
#include "solver/variant.h"

namespace undine::testing {
namespace {

using namespace cuda;

template <class Turn>
void in_turn(uint64_t count, Turns turns, Turn turn) {
    for (uint64_t k = 0; k < count; ++k) turn(static_cast<uint32_t>(turns == Turns::forward ? k : count - 1 - k));
}

template <class Thread>
void for_each_thread(uint64_t blocks, Turns turns, Thread thread) {
    in_turn(blocks, turns, [&](uint32_t b) { in_turn(kThreads, turns, [&](uint32_t t) { thread(b, t); }); });
}

// As sum_of_block of kernels.cu, whose barriers are the ends of these loops.
template <class Own>
float sum_of_block(Turns turns, Own own) {
    float partial[kThreads];
    in_turn(kThreads, turns, [&](uint32_t t) { partial[t] = own(t); });
    for (uint32_t reach = kThreads / 2; reach > 0; reach /= 2)
        in_turn(kThreads, turns, [&](uint32_t t) { work::fold(partial, t, reach); });
    return partial[0];
}

template <uint32_t K, uint32_t N>
void run_variant(Pass pass, const CudaLaunch& launch, Turns turns) {
    KernelArgument<K, N> a{};
    size_t f = 0;
#define FIELD(type, name, ...) a.view.name = static_cast<type*>(launch.arrays[f++]);
#include "sim/fields.def"
#undef FIELD
    std::memcpy(static_cast<void*>(&a.view.params), launch.params, sizeof a.view.params);
    a.particles = launch.particles;
    a.counts_vary = launch.counts_vary;
    const uint64_t blocks = thread_blocks(elements_of(info(pass).domain, launch.particles,
                                                      a.view.params.particle_capacity, a.view.params.reaction_count,
                                                      a.view.params.cell_count, a.view.params.diffuse_capacity));
    switch (pass) {
#define THREAD_KERNEL(name) \
    case Pass::name:        \
        return for_each_thread(blocks, turns, [&](uint32_t b, uint32_t t) { work::name(a, b, t); });
#define PASS(name, ...) THREAD_KERNEL(name)
#define DEVICE_PASS(...)
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
        THREAD_KERNEL(count_cells)
        THREAD_KERNEL(scatter)
#undef THREAD_KERNEL
        case Pass::sum_errors:
            if (a.view.solver_state[0] != 0) return;
            return in_turn(sum_blocks(launch.particles), turns, [&](uint32_t b) {
                a.view.partial_sum[b] = sum_of_block(turns, [&](uint32_t t) { return work::own_errors(a, b, t); });
            });
        case Pass::check_error:
            return a.view.decide_convergence(
                sum_of_block(turns, [&](uint32_t t) { return work::own_partial_sums(a, t); }), work::living(a));
        default: std::abort();  // no kernel of its own
    }
}

}  // namespace

void run_cuda_threads(Pass pass, const CudaLaunch& launch, Turns turns) {
    with_variant({launch.kernel, launch.neighbors},
                 [&]<uint32_t KERNEL, uint32_t NEIGHBORS>() { run_variant<KERNEL, NEIGHBORS>(pass, launch, turns); });
}

void fill_by_cuda_threads(uint32_t* words, uint64_t count, uint32_t word) {
    for_each_thread(thread_blocks(count), Turns::forward,
                    [&](uint32_t b, uint32_t t) { work::fill(words, count, word, b, t); });
}

std::span<const size_t> cuda_layout() {
    static constexpr auto kLayout = layout_of<FluidParams, vec4, uvec2, uvec4>();
    return kLayout;
}

}  // namespace undine::testing
