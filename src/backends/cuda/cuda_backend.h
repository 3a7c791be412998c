// The passes on an NVIDIA GPU, without Vulkan: src/backends/cuda/kernels.cu on one stream.
#pragma once
#include <memory>

#include "backends/cuda/cuda_devices.h"
#include "solver/backend.h"
#include "solver/copy_times.h"

namespace undine {

// On a device of list_cuda_devices() that can run. Throws Error: no_device where it is gone or has no kernels here.
// It is a SharesArrays (shares_arrays.h), too.
std::unique_ptr<Backend> make_cuda_backend(const CudaDevice& device, CudaBuild build);

// Copies from one array of the device to another, by its own clock. Throws Error(out_of_memory).
CopyTimes time_cuda_copies(const CudaDevice& device);

}  // namespace undine
