// The machine's CUDA devices and which of them a user means. There in every build: one without nvcc says so.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace undine {

struct CudaDevice {
    uint32_t index = 0;  // the CUDA runtime's
    std::string name;
    std::array<uint8_t, 16> uuid{};  // that of the same device in Vulkan, too
    int major = 0, minor = 0;        // compute capability
    uint64_t memory_bytes = 0;
    std::string problem;  // why Undine cannot run on it; empty: it can
};

struct CudaMachine {
    std::vector<CudaDevice> devices;
    std::string problem;                          // half a sentence why there are none; empty where there are
    int driver_version = 0, runtime_version = 0;  // 13000: CUDA 13.0; 0 where there is none
};
CudaMachine list_cuda_devices();

// The two compilations of the kernels: nvcc's default, which joins a·b + c into one rounding, and one that rounds
// as the CPU does and is held to it pass by pass.
enum class CudaBuild { fast, exact };

// --backend cuda[:fast|:exact][:INDEX|:NAME|:UUID], taken apart.
struct CudaSelection {
    CudaBuild build;
    std::string device;  // "": the first that can run
};
bool is_cuda(std::string_view specification);
CudaSelection read_cuda_selection(std::string_view specification, CudaBuild default_build);

// Position in `machine.devices` of the one that is meant: an index, a UUID, or part of a name in any case. Throws
// Error(no_device), with the machine's problem, the device's, or the list to choose from.
size_t choose_cuda_device(const CudaMachine& machine, std::string_view device);

// "13.0"
std::string cuda_version_text(int version);

// "0: NVIDIA H200 (compute capability 9.0, 139.8 GiB)"
std::string describe(const CudaDevice& device);

}  // namespace undine
