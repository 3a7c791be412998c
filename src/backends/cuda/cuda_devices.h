// The machine's CUDA devices, and which of them a user means. Present in every build: one without nvcc lists no devices
// and gives that as the reason.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace undine {

struct CudaDevice {
    uint32_t index = 0;  // as the CUDA runtime counts
    std::string name;
    std::array<uint8_t, 16> uuid{};  // the same as in Vulkan
    int major = 0, minor = 0;        // compute capability
    uint64_t memory_bytes = 0;
    std::string problem;  // why Undine cannot run on it; empty: it can
};

struct CudaMachine {
    std::vector<CudaDevice> devices;
    std::string problem;                          // why there are none, as a clause; empty if there are some
    int driver_version = 0, runtime_version = 0;  // 13000: CUDA 13.0; 0 if there is none
};
CudaMachine list_cuda_devices();

// The two builds of the kernels: fast is nvcc's default, which contracts a·b + c to an FMA with a single rounding;
// exact rounds as the CPU does and is compared with it pass by pass.
enum class CudaBuild { fast, exact };

// --backend cuda[:fast|:exact][:INDEX|:NAME|:UUID], parsed.
struct CudaSelection {
    CudaBuild build;
    std::string device;  // "": the first that can run
};
bool is_cuda(std::string_view specification);
CudaSelection read_cuda_selection(std::string_view specification, CudaBuild default_build);

// Position in `machine.devices` of the device that `device` names: by index, UUID or part of its name in either case;
// "" means the first that can run. Throws Error(no_device), which gives the machine's problem, the device's problem, or
// the list to choose from.
size_t choose_cuda_device(const CudaMachine& machine, std::string_view device);

// "13.0"
std::string cuda_version_text(int version);

// "0: NVIDIA H200 (compute capability 9.0, 139.8 GiB)"
std::string describe(const CudaDevice& device);

}  // namespace undine
