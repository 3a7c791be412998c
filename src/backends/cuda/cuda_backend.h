// The passes on an NVIDIA GPU without Vulkan: the kernels of src/backends/cuda/kernels.cu on one stream.
#pragma once
#include <memory>

#include "backends/cuda/cuda_devices.h"
#include "solver/backend.h"
#include "solver/copy_times.h"

namespace undine {

// device: one of list_cuda_devices() without a problem. Throws Error(no_device) if it is gone or if this program has no
// kernels for it. The backend is also a SharesArrays (shares_arrays.h).
std::unique_ptr<Backend> make_cuda_backend(const CudaDevice& device, CudaBuild build);

// Copies from one array on the device to another, timed by the device's clock. Throws Error(out_of_memory).
CopyTimes time_cuda_copies(const CudaDevice& device);

}  // namespace undine
