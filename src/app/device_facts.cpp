#include "app/device_facts.h"

#include "app/host_facts.h"
#include "backends/cpu/cpu_backend.h"
#include "build_facts.h"
#include "gpu/device_list.h"
#include "gpu/named_device.h"

namespace undine {

std::string driver_version_text(const DeviceInfo& info) {
    constexpr uint32_t kNvidia = 0x10DE;
    const uint32_t v = info.driver_version;
    if (info.vendor_id == kNvidia)
        return std::to_string(v >> 22) + '.' + std::to_string(v >> 14 & 0xFF) + '.' + std::to_string(v >> 6 & 0xFF);
    return version_text(v);
}

DeviceFacts device_facts(const std::string& option, const Backend& backend, const Machine& machine) {
    DeviceFacts facts{.backend = option, .name = backend.name()};
    if (is_cpu(option)) {
        facts.device = host_facts().cpu;
        facts.driver = build_facts().compiler;
    } else if (is_cuda(option)) {
        const CudaMachine cuda = list_cuda_devices();
        const CudaDevice device = find_cuda_device(option);
        facts.device = device.name;
        facts.driver = "CUDA runtime " + cuda_version_text(cuda.runtime_version);
        facts.api_version = "compute capability " + std::to_string(device.major) + '.' + std::to_string(device.minor);
        facts.driver_version = "for CUDA " + cuda_version_text(cuda.driver_version);
        facts.uuid = uuid_text(device.uuid);
    } else if (machine.context) {
        facts = vulkan_facts(machine.context->info());
        facts.backend = option;
        facts.name = backend.name();
    }
    return facts;
}

DeviceFacts vulkan_facts(const DeviceInfo& info) {
    DeviceFacts facts;
    facts.device = info.name;
    facts.driver = info.driver_name + (info.driver_info.empty() ? "" : " " + info.driver_info);
    facts.api_version = "Vulkan " + version_text(info.api_version);
    facts.driver_version = driver_version_text(info);
    facts.uuid = uuid_text(info.uuid);
    return facts;
}

std::vector<DeviceFacts> devices_of(const std::string& option, const Backend& backend, const Machine& machine) {
    std::vector<DeviceFacts> devices{device_facts(option, backend, machine)};
    if (!machine.context) return devices;
    DeviceFacts drawing = vulkan_facts(machine.context->info());
    if (drawing.uuid != devices[0].uuid || is_cuda(option)) devices.push_back(std::move(drawing));
    return devices;
}

}  // namespace undine
