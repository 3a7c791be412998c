#include "gpu/device_list.h"

#include <cstring>
#include <utility>

#include "gpu/check.h"
#include "gpu/device_needs.h"

namespace undine {
namespace {

// The offset alignment that FieldStore's layout satisfies.
constexpr uint32_t kOffsetAlignment = 256;

// Whether structures of that extension may be passed to the driver, which has them in core since Vulkan 1.3.
bool offers(const DeviceInfo& device, const char* extension) {
    return device.api_version >= VK_API_VERSION_1_3 || has_extension(device.handle, extension);
}

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
    if (core.apiVersion < VK_API_VERSION_1_2) return;  // the driver would not know the structures below

    VkPhysicalDeviceMaintenance4Properties sizes{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES};
    VkPhysicalDeviceVulkan12Properties v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
    if (offers(device, VK_KHR_MAINTENANCE_4_EXTENSION_NAME)) v12.pNext = &sizes;
    VkPhysicalDeviceVulkan11Properties v11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, &v12};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &v11};
    vkGetPhysicalDeviceProperties2(device.handle, &all);
    device.driver_name = v12.driverName;
    device.driver_info = v12.driverInfo;
    std::memcpy(device.uuid.data(), v11.deviceUUID, VK_UUID_SIZE);
    device.subgroup_size = v11.subgroupSize;
    device.max_allocation_size = v11.maxMemoryAllocationSize;
    device.max_buffer_size = sizes.maxBufferSize ? sizes.maxBufferSize : v11.maxMemoryAllocationSize;
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
            device.timestamp_bits = families[f].timestampValidBits;
            device.can_draw = wanted & VK_QUEUE_GRAPHICS_BIT;
            return true;
        }
    }
    return false;
}

std::string find_problem(DeviceInfo& device) {
    if (device.api_version < VK_API_VERSION_1_2)
        return "its driver offers Vulkan " + version_text(device.api_version) + ", Undine needs 1.3";
    if (!find_queue_family(device)) return "it has no compute queue";
    VkPhysicalDeviceSynchronization2Features barriers{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES};
    VkPhysicalDeviceDynamicRenderingFeatures drawing{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES};
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    if (offers(device, VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME))
        barriers.pNext = std::exchange(features.pNext, &barriers);
    if (offers(device, VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME))
        drawing.pNext = std::exchange(features.pNext, &drawing);
    vkGetPhysicalDeviceFeatures2(device.handle, &features);
    if (!barriers.synchronization2)
        return "its driver offers Vulkan " + version_text(device.api_version) +
               " without synchronization2, Undine needs 1.3";
    if (!drawing.dynamicRendering) device.can_draw = false;
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

bool has_extension(VkPhysicalDevice device, const char* name) {
    uint32_t count = 0;
    UNDINE_VK(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> all(count);
    UNDINE_VK(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data()));
    for (const auto& extension : all)
        if (std::strcmp(extension.extensionName, name) == 0) return true;
    return false;
}

std::vector<const char*> extensions_beside_core(const DeviceInfo& device) {
    if (device.api_version >= VK_API_VERSION_1_3) return {};
    std::vector<const char*> names{VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME};
    if (device.can_draw) names.push_back(VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME);
    return names;
}

DeviceInfo read_device(VkPhysicalDevice handle, uint32_t index) {
    DeviceInfo device{.index = index, .handle = handle};
    read_properties(device);
    read_heaps(device);
    device.problem = find_problem(device);
    return device;
}

std::vector<DeviceInfo> list_devices(const Instance& instance) {
    uint32_t count = 0;
    UNDINE_VK(vkEnumeratePhysicalDevices(instance.handle(), &count, nullptr));
    std::vector<VkPhysicalDevice> handles(count);
    UNDINE_VK(vkEnumeratePhysicalDevices(instance.handle(), &count, handles.data()));
    std::vector<DeviceInfo> devices;
    for (uint32_t d = 0; d < count; ++d) devices.push_back(read_device(handles[d], d));
    return devices;
}

}  // namespace undine
