// The CUDA kernels' threads, run one after another on the CPU: the code of backends/cuda/thread_work.h, compiled by
// the C++ compiler, on arrays of host memory in the layout of a GPU.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "solver/pass_table.h"

namespace undine::testing {

struct CudaLaunch {
    std::array<void*, kFieldCount> arrays;  // by Field
    const void* params;                     // a FluidParams
    uint32_t kernel = 0, neighbors = 0;     // of Variant
    uint32_t particles = 0;                 // at most
    uint32_t counts_vary = 0;
};

// In which order blocks, and the threads of a block between two barriers, have their turn.
enum class Turns { forward, backward };

// A pass that has a kernel of its own (backends/cuda/launch.h), over its whole grid.
void run_cuda_threads(Pass pass, const CudaLaunch& launch, Turns turns);

// The same with a·b + c rounded once wherever the source allows it, as GPUs' compilers do; on processors that can.
void run_fused_threads(Pass pass, const CudaLaunch& launch, Turns turns);
bool fused_threads_run_here();

void fill_by_cuda_threads(uint32_t* words, uint64_t count, uint32_t word);

// layout_of() of backends/cuda/layout.h, of the kernels' types as the C++ compiler sees them.
std::span<const size_t> cuda_layout();

}  // namespace undine::testing
