#include "gpu/device_list.h"

#include <cstring>

#include "gpu/check.h"
#include "gpu/device_needs.h"

namespace undine {
namespace {

// The offset alignment that FieldStore's layout satisfies.
constexpr uint32_t kOffsetAlignment = 256;

void read_properties(DeviceInfo& device) {
    VkPhysicalDeviceProperties core;
    vkGetPhysicalDeviceProperties(device.handle, &core);
    device.name = core.deviceName;
    device.api_version = core.apiVersion;
    device.driver_version = core.driverVersion;
    device.vendor_id = core.vendorID;
    device.device_id = core.deviceID;
    device.type = core.deviceType;
    device.limits = core.limits;
    if (core.apiVersion < VK_API_VERSION_1_3) return;  // the driver would not know the structures below

    VkPhysicalDeviceVulkan13Properties v13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES};
    VkPhysicalDeviceVulkan12Properties v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, &v13};
    VkPhysicalDeviceVulkan11Properties v11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, &v12};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &v11};
    vkGetPhysicalDeviceProperties2(device.handle, &all);
    device.driver_name = v12.driverName;
    device.driver_info = v12.driverInfo;
    std::memcpy(device.uuid.data(), v11.deviceUUID, VK_UUID_SIZE);
    device.subgroup_size = v11.subgroupSize;
    device.max_allocation_size = v11.maxMemoryAllocationSize;
    device.max_buffer_size = v13.maxBufferSize;
}

void read_heaps(DeviceInfo& device) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(device.handle, &memory);
    for (uint32_t h = 0; h < memory.memoryHeapCount; ++h) {
        const bool local = memory.memoryHeaps[h].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
        device.heaps.push_back({memory.memoryHeaps[h].size, local});
    }
}

// Prefers a family that also draws. Returns false if no family computes.
bool find_queue_family(DeviceInfo& device) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device.handle, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device.handle, &count, families.data());
    for (VkQueueFlags wanted : {VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT, int(VK_QUEUE_COMPUTE_BIT)}) {
        for (uint32_t f = 0; f < count; ++f) {
            if ((families[f].queueFlags & wanted) != wanted) continue;
            device.queue_family = f;
            device.can_draw = wanted & VK_QUEUE_GRAPHICS_BIT;
            return true;
        }
    }
    return false;
}

std::string find_problem(DeviceInfo& device) {
    if (device.api_version < VK_API_VERSION_1_3)
        return "its driver offers Vulkan " + version_text(device.api_version) + ", Undine needs 1.3";
    if (!find_queue_family(device)) return "it has no compute queue";
    VkPhysicalDeviceVulkan13Features v13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &v13};
    vkGetPhysicalDeviceFeatures2(device.handle, &features);
    if (!v13.synchronization2) return "it lacks the feature synchronization2";
    if (!v13.dynamicRendering) device.can_draw = false;
    if (features.features.largePoints) device.largest_point = device.limits.pointSizeRange[1];
    const VkPhysicalDeviceLimits& l = device.limits;
    auto too_low = [](const char* limit, uint64_t is, uint64_t wanted) {
        return std::string("its ") + limit + " is " + std::to_string(is) + ", Undine needs " + std::to_string(wanted);
    };
    if (l.maxComputeWorkGroupInvocations < kWorkgroupSize)
        return too_low("maxComputeWorkGroupInvocations", l.maxComputeWorkGroupInvocations, kWorkgroupSize);
    if (l.maxComputeWorkGroupSize[0] < kWorkgroupSize)
        return too_low("maxComputeWorkGroupSize", l.maxComputeWorkGroupSize[0], kWorkgroupSize);
    if (l.maxPerStageDescriptorStorageBuffers < kMostStorageBuffers)
        return too_low("maxPerStageDescriptorStorageBuffers", l.maxPerStageDescriptorStorageBuffers,
                       kMostStorageBuffers);
    if (l.minStorageBufferOffsetAlignment > kOffsetAlignment)
        return "its minStorageBufferOffsetAlignment is above " + std::to_string(kOffsetAlignment);
    if (l.minUniformBufferOffsetAlignment > kOffsetAlignment)
        return "its minUniformBufferOffsetAlignment is above " + std::to_string(kOffsetAlignment);
    return "";
}

}  // namespace

std::vector<DeviceInfo> list_devices(const Instance& instance) {
    uint32_t count = 0;
    UNDINE_VK(vkEnumeratePhysicalDevices(instance.handle(), &count, nullptr));
    std::vector<VkPhysicalDevice> handles(count);
    UNDINE_VK(vkEnumeratePhysicalDevices(instance.handle(), &count, handles.data()));
    std::vector<DeviceInfo> devices(count);
    for (uint32_t d = 0; d < count; ++d) {
        devices[d].index = d;
        devices[d].handle = handles[d];
        read_properties(devices[d]);
        read_heaps(devices[d]);
        devices[d].problem = find_problem(devices[d]);
    }
    return devices;
}

}  // namespace undine
