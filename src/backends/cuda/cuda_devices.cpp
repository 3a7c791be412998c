#include "backends/cuda/cuda_devices.h"

#include <cstring>

#include "backends/cuda/check.h"

namespace undine {
namespace {

// Half a sentence why cudaGetDeviceCount failed. The runtime is linked in; it loads the driver, libcuda.so.1,
// itself.
std::string problem_of(cudaError_t result, const CudaMachine& machine) {
    if (machine.driver_version == 0) return "no NVIDIA driver is installed (libcuda.so.1 could not be loaded)";
    if (result == cudaErrorInsufficientDriver)
        return "the NVIDIA driver supports CUDA " + cuda_version_text(machine.driver_version) +
               ", this program needs " + cuda_version_text(machine.runtime_version);
    if (result == cudaErrorNoDevice) return "the NVIDIA driver finds no device";
    return std::string("the NVIDIA driver says: ") + cudaGetErrorString(result);
}

// Asks the device nothing that would take memory of it: the list has other people's devices too. Whether it runs
// our kernels is seen when a backend is made on it.
std::string find_problem(const CudaDevice& device) {
    constexpr int kOldest = UNDINE_CUDA_OLDEST;  // 75: compute capability 7.5; 0 where the build did not say
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
    UNDINE_CUDA(cudaDriverGetVersion(&machine.driver_version));  // 0 where there is no driver
    UNDINE_CUDA(cudaRuntimeGetVersion(&machine.runtime_version));
    int count = 0;
    const cudaError_t result = cudaGetDeviceCount(&count);
    if (result != cudaSuccess) {
        cudaGetLastError();  // said here; not the next call's
        machine.problem = problem_of(result, machine);
        return machine;
    }
    for (int index = 0; index < count; ++index) machine.devices.push_back(read_device(index));
    if (count == 0) machine.problem = problem_of(cudaErrorNoDevice, machine);
    return machine;
}

}  // namespace undine
