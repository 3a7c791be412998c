#include "cli/device_facts.h"

#include <fstream>

#include "gpu/device_list.h"
#include "gpu/named_device.h"

namespace undine {
namespace {

// "AMD EPYC 7763 64-Core Processor"; empty where the system does not say.
std::string processor_name() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    for (std::string line; std::getline(cpuinfo, line);)
        if (line.starts_with("model name"))
            if (const size_t colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
    return {};
}

std::string compiler_name() {
#ifdef __clang__
    return "Clang " __clang_version__;
#elif defined(__GNUC__)
    return "GCC " __VERSION__;
#else
    return {};
#endif
}

// As its maker numbers them: NVIDIA in a way of its own, the others mostly as Vulkan does.
std::string driver_version(const DeviceInfo& info) {
    constexpr uint32_t kNvidia = 0x10DE;
    const uint32_t v = info.driver_version;
    if (info.vendor_id == kNvidia)
        return std::to_string(v >> 22) + '.' + std::to_string(v >> 14 & 0xFF) + '.' + std::to_string(v >> 6 & 0xFF);
    return version_text(v);
}

}  // namespace

DeviceFacts device_facts(const std::string& option, const Backend& backend, const Machine& machine) {
    DeviceFacts facts{.backend = option, .name = backend.name()};
    if (option == "cpu") {
        facts.device = processor_name();
        facts.driver = compiler_name();
    } else if (is_cuda(option)) {
        const CudaMachine cuda = list_cuda_devices();
        const CudaDevice device = find_cuda_device(option);
        facts.device = device.name;
        facts.driver = "CUDA runtime " + cuda_version_text(cuda.runtime_version);
        facts.api_version =
            "compute capability " + std::to_string(device.major) + '.' + std::to_string(device.minor);
        facts.driver_version = "for CUDA " + cuda_version_text(cuda.driver_version);
        facts.uuid = uuid_text(device.uuid);
    } else if (machine.context) {
        const DeviceInfo& info = machine.context->info();
        facts.device = info.name;
        facts.driver = info.driver_name + (info.driver_info.empty() ? "" : " " + info.driver_info);
        facts.api_version = "Vulkan " + version_text(info.api_version);
        facts.driver_version = driver_version(info);
        facts.uuid = uuid_text(info.uuid);
    }
    return facts;
}

}  // namespace undine
