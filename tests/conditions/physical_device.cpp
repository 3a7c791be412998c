// What a physical device says of itself.
#include <algorithm>
#include <vector>

#include "layer.h"

namespace conditions {
namespace {

// Calls the driver's function of that name.
template <class Function, class... Arguments>
auto below(VkPhysicalDevice device, const char* name, Arguments... arguments) {
    return instance_of(device).get<Function>(name)(device, arguments...);
}

// Those of a Raspberry Pi 5, as Mesa's driver has them (v3dv_device.c, v3dv_limits.h, v3d_limits.h), which are the
// lowest of known drivers of Vulkan 1.3. MoltenVK's are higher, but for pointSizeRange's 511.
void lower_to_raspberry_pi(VkPhysicalDeviceLimits& limits) {
    const auto lower = [](auto& limit, auto to) { limit = std::min(limit, static_cast<decltype(+limit)>(to)); };
    const auto raise = [](auto& limit, auto to) { limit = std::max(limit, static_cast<decltype(+limit)>(to)); };
    lower(limits.maxImageDimension2D, 4096);
    lower(limits.maxTexelBufferElements, 1u << 28);
    lower(limits.maxUniformBufferRange, 1u << 30);
    lower(limits.maxStorageBufferRange, 1u << 30);
    lower(limits.maxPushConstantsSize, 128);
    lower(limits.maxBoundDescriptorSets, 16);
    lower(limits.maxPerStageDescriptorSamplers, 24);
    lower(limits.maxPerStageDescriptorUniformBuffers, 16);
    lower(limits.maxPerStageDescriptorStorageBuffers, 8);
    lower(limits.maxPerStageDescriptorSampledImages, 16);
    lower(limits.maxPerStageDescriptorStorageImages, 4);
    lower(limits.maxPerStageResources, 128);
    lower(limits.maxDescriptorSetStorageBuffers, 48);
    lower(limits.maxDescriptorSetSampledImages, 96);
    lower(limits.maxDescriptorSetStorageImages, 24);
    lower(limits.maxVertexInputAttributes, 16);
    lower(limits.maxVertexOutputComponents, 64);
    lower(limits.maxFragmentInputComponents, 64);
    lower(limits.maxFragmentOutputAttachments, 4);
    lower(limits.maxFragmentCombinedOutputResources, 20);
    lower(limits.maxColorAttachments, 8);
    lower(limits.maxComputeSharedMemorySize, 16384);
    lower(limits.maxComputeWorkGroupInvocations, 256);
    for (int axis = 0; axis < 3; ++axis) {
        lower(limits.maxComputeWorkGroupSize[axis], 256);
        lower(limits.maxComputeWorkGroupCount[axis], 65535);
    }
    for (uint32_t& side : limits.maxViewportDimensions) lower(side, 4096);
    raise(limits.viewportBoundsRange[0], -8192);
    lower(limits.viewportBoundsRange[1], 8191);
    lower(limits.maxFramebufferWidth, 4096);
    lower(limits.maxFramebufferHeight, 4096);
    lower(limits.pointSizeRange[1], 511);
    raise(limits.minTexelBufferOffsetAlignment, 64);
    raise(limits.minUniformBufferOffsetAlignment, 32);
    raise(limits.minStorageBufferOffsetAlignment, 32);
    raise(limits.nonCoherentAtomSize, 256);
}

void change(VkPhysicalDevice device, VkPhysicalDeviceLimits& limits) {
    if (!is_chosen(device)) return;
    const Settings& wanted = settings();
    if (wanted["raspberry_pi"]) lower_to_raspberry_pi(limits);
    if (wanted.has("image_limit")) limits.maxImageDimension2D = static_cast<uint32_t>(wanted["image_limit"]);
    if (wanted.has("storage_limit")) limits.maxStorageBufferRange = static_cast<uint32_t>(wanted["storage_limit"]);
}

VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* out) {
    below<PFN_vkGetPhysicalDeviceProperties>(device, "vkGetPhysicalDeviceProperties", out);
    change(device, out->limits);
}

VKAPI_ATTR void VKAPI_CALL properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* out) {
    below<PFN_vkGetPhysicalDeviceProperties2>(device, "vkGetPhysicalDeviceProperties2", out);
    change(device, out->properties.limits);
}

VKAPI_ATTR void VKAPI_CALL queue_families(VkPhysicalDevice device, uint32_t* count, VkQueueFamilyProperties* out) {
    below<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(device, "vkGetPhysicalDeviceQueueFamilyProperties", count, out);
    if (!out || !is_chosen(device)) return;
    const Settings& wanted = settings();
    for (uint32_t f = 0; f < *count; ++f) {
        if (wanted["no_graphics"]) out[f].queueFlags &= ~VkQueueFlags(VK_QUEUE_GRAPHICS_BIT);
        if (wanted.has("timestamp_bits")) out[f].timestampValidBits = static_cast<uint32_t>(wanted["timestamp_bits"]);
    }
}

void change(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties& out) {
    if (!is_chosen(device)) return;
    if (settings().has("own_memory")) {  // of the one type that a software driver has, two: device.cpp
        out.memoryTypeCount = out.memoryHeapCount = 2;
        out.memoryHeaps[1] = {out.memoryHeaps[0].size, 0};
        out.memoryHeaps[0].size = static_cast<VkDeviceSize>(settings()["own_memory"]);
        out.memoryTypes[1] = {
            out.memoryTypes[0].propertyFlags & ~VkMemoryPropertyFlags(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT), 1};
        out.memoryTypes[0].propertyFlags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    }
    if (!settings()["no_cached_memory"]) return;
    for (uint32_t t = 0; t < out.memoryTypeCount; ++t)
        out.memoryTypes[t].propertyFlags &= ~VkMemoryPropertyFlags(VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
}

VKAPI_ATTR void VKAPI_CALL memory(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* out) {
    below<PFN_vkGetPhysicalDeviceMemoryProperties>(device, "vkGetPhysicalDeviceMemoryProperties", out);
    change(device, *out);
}

// Budgets too are told, which some software drivers do not.
VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice device, const char* of_layer, uint32_t* count,
                                          VkExtensionProperties* out) {
    const auto ask = [&](uint32_t* n, VkExtensionProperties* to) {
        return below<PFN_vkEnumerateDeviceExtensionProperties>(device, "vkEnumerateDeviceExtensionProperties", of_layer,
                                                               n, to);
    };
    if (of_layer || !is_chosen(device) || !settings().has("own_budget")) return ask(count, out);
    uint32_t driver_count = 0;
    if (const VkResult result = ask(&driver_count, nullptr); result != VK_SUCCESS) return result;
    std::vector<VkExtensionProperties> all(driver_count);
    if (const VkResult result = ask(&driver_count, all.data()); result != VK_SUCCESS) return result;
    all.push_back({.extensionName = VK_EXT_MEMORY_BUDGET_EXTENSION_NAME, .specVersion = 1});
    const uint32_t room = *count;
    *count = static_cast<uint32_t>(all.size());
    if (!out) return VK_SUCCESS;
    *count = std::min(room, *count);
    std::copy_n(all.begin(), *count, out);
    return room < all.size() ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL memory2(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties2* out) {
    below<PFN_vkGetPhysicalDeviceMemoryProperties2>(device, "vkGetPhysicalDeviceMemoryProperties2", out);
    change(device, out->memoryProperties);
    if (!is_chosen(device) || !settings().has("own_budget")) return;
    for (auto* next = static_cast<VkBaseOutStructure*>(out->pNext); next; next = next->pNext) {
        if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT) continue;
        auto& budget = *reinterpret_cast<VkPhysicalDeviceMemoryBudgetPropertiesEXT*>(next);
        for (uint32_t h = 0; h < out->memoryProperties.memoryHeapCount; ++h) {
            budget.heapBudget[h] = out->memoryProperties.memoryHeaps[h].size;
            budget.heapUsage[h] = 0;
        }
        budget.heapBudget[0] = static_cast<VkDeviceSize>(settings()["own_budget"]);
    }
}

bool presents(VkPhysicalDevice device) { return !settings()["no_present"] || !is_chosen(device); }

VKAPI_ATTR VkResult VKAPI_CALL surface_support(VkPhysicalDevice device, uint32_t family, VkSurfaceKHR surface,
                                               VkBool32* out) {
    const VkResult result = below<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(
        device, "vkGetPhysicalDeviceSurfaceSupportKHR", family, surface, out);
    if (!presents(device)) *out = VK_FALSE;
    return result;
}

// Xlib's and XCB's, whose headers are not needed for it.
using XcbSupport = VkBool32(VKAPI_PTR*)(VkPhysicalDevice, uint32_t, void* connection, uint32_t visual);
using XlibSupport = VkBool32(VKAPI_PTR*)(VkPhysicalDevice, uint32_t, void* display, unsigned long visual);

VKAPI_ATTR VkBool32 VKAPI_CALL xcb_support(VkPhysicalDevice device, uint32_t family, void* connection,
                                           uint32_t visual) {
    return presents(device) &&
           below<XcbSupport>(device, "vkGetPhysicalDeviceXcbPresentationSupportKHR", family, connection, visual);
}

VKAPI_ATTR VkBool32 VKAPI_CALL xlib_support(VkPhysicalDevice device, uint32_t family, void* display,
                                            unsigned long visual) {
    return presents(device) &&
           below<XlibSupport>(device, "vkGetPhysicalDeviceXlibPresentationSupportKHR", family, display, visual);
}

template <class Function>
PFN_vkVoidFunction plain(Function function) {
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

const Named kFunctions[] = {
    {"vkGetPhysicalDeviceProperties", plain(properties)},
    {"vkGetPhysicalDeviceProperties2", plain(properties2)},
    {"vkGetPhysicalDeviceQueueFamilyProperties", plain(queue_families)},
    {"vkGetPhysicalDeviceMemoryProperties", plain(memory)},
    {"vkEnumerateDeviceExtensionProperties", plain(extensions)},
    {"vkGetPhysicalDeviceMemoryProperties2", plain(memory2)},
    {"vkGetPhysicalDeviceSurfaceSupportKHR", plain(surface_support)},
    {"vkGetPhysicalDeviceXcbPresentationSupportKHR", plain(xcb_support)},
    {"vkGetPhysicalDeviceXlibPresentationSupportKHR", plain(xlib_support)},
};

}  // namespace

PFN_vkVoidFunction physical_function(const char* name) { return find(kFunctions, name); }

std::vector<const char*> physical_names() {
    std::vector<const char*> names;
    for (const Named& function : kFunctions) names.push_back(function.name);
    return names;
}

}  // namespace conditions
