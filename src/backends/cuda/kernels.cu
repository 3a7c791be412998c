// The kernels. Compiled twice, with UNDINE_CUDA_BUILD exact and fast (cmake/Cuda.cmake): same source, other flags.
#include <cstring>
#include <string>
#include <vector>

#include "backends/cuda/launch.h"
#include "backends/cuda/layout.h"
#include "backends/cuda/thread_work.h"
#include "solver/variant.h"

// Blocks that a multiprocessor is to hold at once. Ten leave 48 registers per thread, which is enough for every kernel
// but those of kPassesOfManyRegisters; without the bound, ptxas 13.0 aims for 32 and spills parts of confine_vorticity
// to the stack. Turing has room for only 1024 threads, hence eight.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define UNDINE_BOUNDS __launch_bounds__(kThreads, 8)
#define UNDINE_BOUNDS_OF(pass) __launch_bounds__(kThreads, most_blocks(Pass::pass, 8))
#else
#define UNDINE_BOUNDS __launch_bounds__(kThreads, 10)
#define UNDINE_BOUNDS_OF(pass) __launch_bounds__(kThreads, most_blocks(Pass::pass, 10))
#endif

namespace undine::cuda {

// Passes of solids, and those that add up for the host, need more registers than others; more than these blocks leave
// them would go to memory.
constexpr PassSet kPassesOfMostRegisters =
    pass_set({Pass::avoid_solids, Pass::weigh_solids, Pass::apply_friction, Pass::shift_positions, Pass::stop_at_solids,
              Pass::stop_diffuse_at_solids});
constexpr PassSet kPassesOfManyRegisters =
    pass_set({Pass::press_solids, Pass::sum_reactions, Pass::apply_adhesion, Pass::apply_restitution,
              Pass::drag_at_solids, Pass::sum_health, Pass::finish_health, Pass::advect_diffuse});
constexpr int most_blocks(Pass pass, int of_others) {
    if (pass == Pass::leave_solids) return 4;
    if (kPassesOfMostRegisters.contains(pass)) return 5;
    return kPassesOfManyRegisters.contains(pass) ? 6 : of_others;
}

namespace UNDINE_CUDA_BUILD {

// Bodies write only through the argument's pointers, but their source, shared with GLSL, has no way to declare
// them const: hence the cast. __grid_constant__ keeps the argument in constant memory; a copy, which contains an array,
// would go to the thread's local memory.
template <uint K, uint N>
__device__ KernelArgument<K, N>& body(const KernelArgument<K, N>& argument) {
    return const_cast<KernelArgument<K, N>&>(argument);
}

#define THREAD_KERNEL(name)                                                                              \
    template <uint K, uint N>                                                                            \
    __global__ void UNDINE_BOUNDS_OF(name) name(const __grid_constant__ KernelArgument<K, N> argument) { \
        work::name(body(argument), blockIdx.x, threadIdx.x);                                             \
    }
#define PASS(name, ...) THREAD_KERNEL(name)
#define DEVICE_PASS(...)
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
THREAD_KERNEL(count_cells)
THREAD_KERNEL(scatter)
#undef THREAD_KERNEL

// The sum of `own` over the block, valid in thread 0. Every thread of the block must call it.
__device__ float sum_of_block(float own) {
    __shared__ float partial[kThreads];
    partial[threadIdx.x] = own;
    __syncthreads();
    for (uint reach = kThreads / 2; reach > 0; reach /= 2) {
        work::fold(partial, threadIdx.x, reach);
        __syncthreads();
    }
    return partial[0];
}

template <uint K, uint N>
__global__ void UNDINE_BOUNDS sum_errors(const __grid_constant__ KernelArgument<K, N> argument) {
    auto& a = body(argument);
    if (a.view.solver_state[0] != 0u) return;  // the same for all threads
    const float sum = sum_of_block(work::own_errors(a, blockIdx.x, threadIdx.x));
    if (threadIdx.x == 0) a.view.partial_sum[blockIdx.x] = sum;
}

template <uint K, uint N>
__global__ void UNDINE_BOUNDS check_error(const __grid_constant__ KernelArgument<K, N> argument) {
    auto& a = body(argument);
    const float sum = sum_of_block(work::own_partial_sums(a, threadIdx.x));
    if (threadIdx.x == 0) a.view.decide_convergence(sum, work::living(a));
}

__global__ void UNDINE_BOUNDS fill(uint* words, uint64_t count, uint word) {
    work::fill(words, count, word, blockIdx.x, threadIdx.x);
}

namespace {

template <uint K, uint N>
KernelArgument<K, N> argument_of(const Work& work) {
    KernelArgument<K, N> a;
    size_t f = 0;
#define FIELD(type, name, ...) a.view.name = static_cast<type*>(work.arrays[f++]);
#include "sim/fields.def"
#undef FIELD
    memcpy(static_cast<void*>(&a.view.params), work.params, sizeof a.view.params);
    a.particles = work.particles;
    a.counts_vary = work.counts_vary;
    return a;
}

template <uint K, uint N>
cudaError_t run_variant(Pass pass, const Work& work, cudaStream_t stream) {
    const KernelArgument<K, N> argument = argument_of<K, N>(work);
    const FluidParams& p = argument.view.params;
    const uint64_t elements = elements_of(info(pass).domain, work.particles, p.particle_capacity, p.reaction_count,
                                          p.cell_count, p.diffuse_capacity);
    const auto blocks = static_cast<unsigned>(thread_blocks(elements));
    if (blocks == 0) return cudaSuccess;  // launching an empty grid is an error
    switch (pass) {
#define PASS(name, ...)                                        \
    case Pass::name:                                           \
        name<K, N><<<blocks, kThreads, 0, stream>>>(argument); \
        break;
#define DEVICE_PASS(...)
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
        case Pass::count_cells: count_cells<K, N><<<blocks, kThreads, 0, stream>>>(argument); break;
        case Pass::scatter: scatter<K, N><<<blocks, kThreads, 0, stream>>>(argument); break;
        case Pass::sum_errors: sum_errors<K, N><<<sum_blocks(work.particles), kThreads, 0, stream>>>(argument); break;
        case Pass::check_error: check_error<K, N><<<1, kThreads, 0, stream>>>(argument); break;
        default: return cudaErrorInvalidValue;
    }
    return cudaGetLastError();
}

cudaError_t run(Pass pass, const Work& work, cudaStream_t stream) {
    return with_variant({work.kernel, work.neighbors},
                        [&]<uint K, uint N>() { return run_variant<K, N>(pass, work, stream); });
}

cudaError_t run_fill(void* words, uint64_t count, uint32_t word, cudaStream_t stream) {
    const auto blocks = static_cast<unsigned>(thread_blocks(count));
    if (blocks == 0) return cudaSuccess;
    fill<<<blocks, kThreads, 0, stream>>>(static_cast<uint*>(words), count, word);
    return cudaGetLastError();
}

template <uint K, uint N>
void add_variant(std::vector<Kernel>& all) {
    const std::string variant = "." + std::to_string(K) + "." + std::to_string(N);
#define ADD(name) all.push_back({#name + variant, reinterpret_cast<const void*>(name<K, N>)});
#define PASS(name, ...) ADD(name)
#define DEVICE_PASS(...)
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
    ADD(count_cells) ADD(scatter) ADD(sum_errors) ADD(check_error)
#undef ADD
}

std::span<const Kernel> all() {
    static const std::vector<Kernel> kAll = [] {
        std::vector<Kernel> all{{"fill", reinterpret_cast<const void*>(fill)}};
        for (const Variant& v : kVariants) with_variant(v, [&]<uint K, uint N>() { add_variant<K, N>(all); });
        return all;
    }();
    return kAll;
}

std::span<const size_t> layout() {
    static constexpr auto kLayout = layout_of<FluidParams, vec4, uvec2, uvec4>();
    return kLayout;
}

}  // namespace
}  // namespace UNDINE_CUDA_BUILD

#define UNDINE_JOIN(a, b) a##b
#define UNDINE_KERNELS(build) UNDINE_JOIN(build, _kernels)
const Kernels& UNDINE_KERNELS(UNDINE_CUDA_BUILD)() {
    using namespace UNDINE_CUDA_BUILD;
    static const Kernels kKernels{run, run_fill, all, layout};
    return kKernels;
}

}  // namespace undine::cuda
