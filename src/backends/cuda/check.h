// UNDINE_CUDA wraps every CUDA call whose failure matters and turns the failure into an Error, in every build.
//
//     UNDINE_CUDA(cudaStreamSynchronize(stream));
#pragma once
#include <cuda_runtime_api.h>

#include "undine/error.h"

namespace undine::cuda {

// out_of_memory, no_device or device_lost. Most kernel errors are sticky: the process cannot use the device any more.
Exit exit_of(cudaError_t result);

[[noreturn]] void fail(cudaError_t result, const char* call);

inline void check(cudaError_t result, const char* call) {
    if (result != cudaSuccess) fail(result, call);
}

// For calls whose failure matters to nobody, in destructors for instance, or which is an answer, as cudaErrorNotReady
// is. Clears it, so that the next launch does not report it as its own.
inline cudaError_t not_checked(cudaError_t result) {
    if (result != cudaSuccess) cudaGetLastError();
    return result;
}

}  // namespace undine::cuda

#define UNDINE_CUDA(call) ::undine::cuda::check((call), #call)
