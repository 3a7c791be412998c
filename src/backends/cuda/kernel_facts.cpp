#include "backends/cuda/kernel_facts.h"

#include "backends/cuda/check.h"
#include "backends/cuda/launch.h"

namespace undine {
namespace {

const cuda::Kernels& kernels_of(CudaBuild build) {
    return build == CudaBuild::exact ? cuda::exact_kernels() : cuda::fast_kernels();
}

}  // namespace

std::span<const size_t> cuda_kernel_layout(CudaBuild build) { return kernels_of(build).layout(); }

std::vector<KernelResources> cuda_kernel_resources(const CudaDevice& device, CudaBuild build) {
    UNDINE_CUDA(cudaSetDevice(static_cast<int>(device.index)));
    std::vector<KernelResources> all;
    for (const cuda::Kernel& kernel : kernels_of(build).all()) {
        cudaFuncAttributes attributes;
        UNDINE_CUDA(cudaFuncGetAttributes(&attributes, kernel.function));
        all.push_back({kernel.name, attributes.numRegs, attributes.localSizeBytes, attributes.sharedSizeBytes});
    }
    return all;
}

}  // namespace undine
