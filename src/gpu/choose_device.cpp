// Decides which device a user means. Makes no Vulkan calls.
#include <algorithm>
#include <optional>

#include "gpu/device_list.h"
#include "gpu/named_device.h"
#include "undine/error.h"

namespace undine {
namespace {

int rank(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 0;
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 1;
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return 2;
        case VK_PHYSICAL_DEVICE_TYPE_CPU: return 3;
        default: return 4;
    }
}

uint64_t local_bytes(const DeviceInfo& device) {
    uint64_t most = 0;
    for (const MemoryHeap& heap : device.heaps)
        if (heap.device_local) most = std::max(most, heap.bytes);
    return most;
}

// Of two drivers for the same CPU, the one that uses wider vectors is faster: lavapipe is preferred to SwiftShader. Of
// two GPUs of a type, the one with more memory of its own.
bool is_better(const DeviceInfo& a, const DeviceInfo& b) {
    if (rank(a.type) != rank(b.type)) return rank(a.type) < rank(b.type);
    if (a.type == VK_PHYSICAL_DEVICE_TYPE_CPU) return a.subgroup_size > b.subgroup_size;
    return local_bytes(a) > local_bytes(b);
}

std::vector<NamedDevice> named(std::span<const DeviceInfo> devices) {
    std::vector<NamedDevice> named;
    for (const DeviceInfo& d : devices)
        named.push_back({d.index, d.uuid, d.name + "\n" + d.driver_name, describe(d), d.problem});
    return named;
}

}  // namespace

size_t choose_device(std::span<const DeviceInfo> devices, std::string_view selection) {
    if (devices.empty()) throw Error(Exit::no_device, "This machine has no Vulkan device.");
    if (!selection.empty()) return choose_named_device(named(devices), selection, "device");
    std::optional<size_t> best;
    for (size_t d = 0; d < devices.size(); ++d)
        if (devices[d].can_run() && (!best || is_better(devices[d], devices[*best]))) best = d;
    if (best) return *best;
    throw Error(Exit::no_device, "No Vulkan device on this machine can run Undine:" + listing(named(devices)));
}

const char* device_type_name(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return "discrete GPU";
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return "integrated GPU";
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return "virtual GPU";
        case VK_PHYSICAL_DEVICE_TYPE_CPU: return "CPU";
        default: return "device of another type";
    }
}

std::string version_text(uint32_t v) {
    return std::to_string(VK_API_VERSION_MAJOR(v)) + "." + std::to_string(VK_API_VERSION_MINOR(v)) + "." +
           std::to_string(VK_API_VERSION_PATCH(v));
}

std::string describe(const DeviceInfo& device) {
    std::string driver = device.driver_name + (device.driver_info.empty() ? "" : " " + device.driver_info);
    return std::to_string(device.index) + ": " + device.name + " (" + device_type_name(device.type) +
           (driver.empty() ? "" : ", " + driver) + ", Vulkan " + version_text(device.api_version) + ")";
}

}  // namespace undine
