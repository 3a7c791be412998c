// The interface between the backend (any C++ compiler) and its kernels (nvcc): kernels.cu, compiled twice, and CUB's
// scan.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "backends/cuda/blocks.h"
#include "solver/pass_table.h"

namespace undine::cuda {

// What a kernel works on. The parameters are copied at launch, so passes recorded before a change keep their values.
struct Work {
    void* arrays[kFieldCount];
    const void* params;          // a FluidParams, on the host
    uint32_t kernel, neighbors;  // as in Variant
    uint32_t particles;          // upper bound
    uint32_t counts_vary;        // 1: only the first population[POPULATION_LIVING] live
};

struct Kernel {
    std::string name;
    const void* function;
};

struct Kernels {
    // Runs a shared body, count_cells, scatter, sum_errors or check_error; cudaErrorInvalidValue for other passes.
    cudaError_t (*run)(Pass pass, const Work& work, cudaStream_t stream);
    cudaError_t (*fill)(void* words, uint64_t count, uint32_t word, cudaStream_t stream);
    std::span<const Kernel> (*all)();
    std::span<const size_t> (*layout)();  // layout_of() of layout.h, as nvcc sees it
};
const Kernels& exact_kernels();  // --fmad=false: a·b + c is rounded twice, as on the CPU
const Kernels& fast_kernels();   // nvcc's default

// cell_start ← exclusive prefix sum of cell_count, both of `count` elements. If storage is nullptr, only sets `bytes`
// to the storage needed.
cudaError_t scan(void* storage, size_t& bytes, const uint32_t* cell_count, uint32_t* cell_start, uint64_t count,
                 cudaStream_t stream);

}  // namespace undine::cuda
