#include "backends/cuda/cuda_devices.h"

#include <cstring>

#include "backends/cuda/check.h"

namespace undine {
namespace {

// Why cudaGetDeviceCount failed, as a clause. The statically linked runtime loads the driver, libcuda.so.1, on its own.
std::string problem_of(cudaError_t result, const CudaMachine& machine) {
    if (machine.driver_version == 0) return "no NVIDIA driver is installed (libcuda.so.1 could not be loaded)";
    if (result == cudaErrorInsufficientDriver)
        return "the NVIDIA driver supports CUDA " + cuda_version_text(machine.driver_version) +
               ", this program needs " + cuda_version_text(machine.runtime_version);
    if (result == cudaErrorNoDevice) return "the NVIDIA driver finds no device";
    return std::string("the NVIDIA driver says: ") + cudaGetErrorString(result);
}

// Makes no call that would allocate memory on the device: the list includes devices that others are using. Whether it
// can run our kernels is found out when a backend is made on it.
std::string find_problem(const CudaDevice& device) {
    constexpr int kOldest = UNDINE_CUDA_OLDEST;  // 75: compute capability 7.5; 0 if the build did not set it
    if (device.major * 10 + device.minor < kOldest)
        return "this program's kernels are for compute capability " + std::to_string(kOldest / 10) + "." +
               std::to_string(kOldest % 10) + " and newer";
    return {};
}

CudaDevice read_device(int index) {
    cudaDeviceProp properties;
    UNDINE_CUDA(cudaGetDeviceProperties(&properties, index));
    CudaDevice device;
    device.index = static_cast<uint32_t>(index);
    device.name = properties.name;
    device.major = properties.major;
    device.minor = properties.minor;
    device.memory_bytes = properties.totalGlobalMem;
    static_assert(sizeof properties.uuid.bytes == sizeof device.uuid);
    std::memcpy(device.uuid.data(), properties.uuid.bytes, device.uuid.size());
    device.problem = find_problem(device);
    return device;
}

}  // namespace

CudaMachine list_cuda_devices() {
    CudaMachine machine;
    UNDINE_CUDA(cudaDriverGetVersion(&machine.driver_version));  // 0 if there is no driver
    UNDINE_CUDA(cudaRuntimeGetVersion(&machine.runtime_version));
    int count = 0;
    const cudaError_t result = cuda::not_checked(cudaGetDeviceCount(&count));
    if (result != cudaSuccess) {
        machine.problem = problem_of(result, machine);
        return machine;
    }
    for (int index = 0; index < count; ++index) machine.devices.push_back(read_device(index));
    if (count == 0) machine.problem = problem_of(cudaErrorNoDevice, machine);
    return machine;
}

}  // namespace undine
