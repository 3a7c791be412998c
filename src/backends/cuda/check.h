// Every CUDA call goes through UNDINE_CUDA: what fails becomes an Error, in every build.
//
//     UNDINE_CUDA(cudaStreamSynchronize(stream));
#pragma once
#include <cuda_runtime_api.h>

#include "error.h"

namespace undine::cuda {

// out_of_memory, no_device or device_lost. Most errors of kernels are sticky: the process has lost the device.
Exit exit_of(cudaError_t result);

[[noreturn]] void fail(cudaError_t result, const char* call);

inline void check(cudaError_t result, const char* call) {
    if (result != cudaSuccess) fail(result, call);
}

}  // namespace undine::cuda

#define UNDINE_CUDA(call) ::undine::cuda::check((call), #call)
