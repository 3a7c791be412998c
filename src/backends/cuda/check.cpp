#include "backends/cuda/check.h"

#include <string>

namespace undine::cuda {

Exit exit_of(cudaError_t result) {
    switch (result) {
        case cudaErrorMemoryAllocation: return Exit::out_of_memory;
        case cudaErrorNoDevice:
        case cudaErrorInsufficientDriver:
        case cudaErrorInvalidDevice:
        case cudaErrorDevicesUnavailable:
        case cudaErrorSystemNotReady:
        case cudaErrorSystemDriverMismatch:
        case cudaErrorCompatNotSupportedOnDevice:
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorInvalidDeviceFunction:
        case cudaErrorUnsupportedPtxVersion:
        case cudaErrorJitCompilerNotFound:
        case cudaErrorInitializationError: return Exit::no_device;
        default: return Exit::device_lost;
    }
}

void fail(cudaError_t result, const char* call) {
    cudaGetLastError();  // clears the error, so that the next launch does not report it again
    throw Error(exit_of(result), "CUDA: " + std::string(cudaGetErrorString(result)) + " (" + cudaGetErrorName(result) +
                                     ") at " + call + ".");
}

}  // namespace undine::cuda
