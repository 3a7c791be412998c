// Stands in for the CUDA backend in a build without nvcc: reports no devices, and why.
#include "backends/cuda/cuda_backend.h"
#include "backends/cuda/kernel_facts.h"
#include "undine/error.h"

namespace undine {

CudaMachine list_cuda_devices() { return {.devices = {}, .problem = UNDINE_CUDA_ABSENT}; }

std::unique_ptr<Backend> make_cuda_backend(const CudaDevice&, CudaBuild) {
    throw Error(Exit::no_device, "CUDA cannot be used: " UNDINE_CUDA_ABSENT ".");
}

CopyTimes time_cuda_copies(const CudaDevice&) {
    throw Error(Exit::no_device, "CUDA cannot be used: " UNDINE_CUDA_ABSENT ".");
}

std::span<const size_t> cuda_kernel_layout(CudaBuild) { return {}; }

std::vector<KernelResources> cuda_kernel_resources(const CudaDevice&, CudaBuild) { return {}; }

}  // namespace undine
