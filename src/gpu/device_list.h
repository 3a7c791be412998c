// The machine's Vulkan devices, which of them can run Undine, and which one a user means.
#pragma once
#include <volk.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/instance.h"

namespace undine {

struct MemoryHeap {
    uint64_t bytes = 0;
    bool device_local = false;
};

struct DeviceInfo {
    uint32_t index = 0;  // in the loader's order: what `--device INDEX` means
    VkPhysicalDevice handle = VK_NULL_HANDLE;
    std::string name, driver_name, driver_info;
    uint32_t api_version = 0, driver_version = 0, vendor_id = 0, device_id = 0;
    VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
    std::array<uint8_t, VK_UUID_SIZE> uuid{};
    VkPhysicalDeviceLimits limits{};
    uint64_t max_buffer_size = 0;      // bytes of one buffer; max_allocation_size where the driver does not say
    uint64_t max_allocation_size = 0;  // bytes of one memory object
    uint32_t subgroup_size = 0;
    std::vector<MemoryHeap> heaps;
    uint32_t queue_family = 0;    // one that computes, and draws too if any family does both
    uint32_t timestamp_bits = 0;  // of that family; 0: it has no clock
    bool can_draw = false;        // false: simulates only
    float largest_point = 1;      // pixels a point sprite may span; 1 without the feature largePoints
    std::string problem;          // why Undine cannot run on it, as a clause; empty: it can

    bool can_run() const { return problem.empty(); }
};

bool has_extension(VkPhysicalDevice device, const char* name);

// The extensions that must be enabled for synchronization2 and, if can_draw, dynamicRendering: none where they are part
// of the driver's Vulkan version. Vulkan 1.2 with these extensions is all that Undine needs: what a GPU of 1.3 becomes
// under RenderDoc where its driver cannot replay addresses of buffers.
std::vector<const char*> extensions_beside_core(const DeviceInfo& device);

// Every physical device, in the loader's order.
std::vector<DeviceInfo> list_devices(const Instance& instance);

// One of them; `index` is what the caller says.
DeviceInfo read_device(VkPhysicalDevice handle, uint32_t index);

// Position in `devices` of the device that `selection` names: by index, by UUID, or by part of its name or of its
// driver's name in either case. "" means the default: the best type among those that can run (discrete before
// integrated before virtual before CPU), of that type the one with the largest device-local heap (of CPUs, with the
// largest subgroups), and of equals the first. Throws Error(no_device) if none matches, several match, or the one that
// matches cannot run.
size_t choose_device(std::span<const DeviceInfo> devices, std::string_view selection);

// "0: NVIDIA H200 (discrete GPU, NVIDIA 550.54, Vulkan 1.3.277)"
std::string describe(const DeviceInfo& device);

// "discrete GPU", "CPU" …
const char* device_type_name(VkPhysicalDeviceType type);

// "1.3.277"
std::string version_text(uint32_t api_version);

}  // namespace undine
