// What the compilers made of the kernels, for tests. Empty in a build without nvcc.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "backends/cuda/cuda_devices.h"

namespace undine {

// layout_of() of layout.h as nvcc sees it. Needs no device.
std::span<const size_t> cuda_kernel_layout(CudaBuild build);

struct KernelResources {
    std::string name;         // "compute_lambda.1.0": kernel 1, neighbors 0
    int registers = 0;        // per thread
    size_t local_bytes = 0;   // per thread: what did not fit into registers
    size_t shared_bytes = 0;  // per block
};

// The resources of the code actually loaded on the device, whichever architecture it was compiled for.
std::vector<KernelResources> cuda_kernel_resources(const CudaDevice& device, CudaBuild build);

}  // namespace undine
