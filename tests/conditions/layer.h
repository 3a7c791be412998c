// A Vulkan layer that gives a software driver the conditions of other devices, and counts what is asked of it:
//
//     VK_LAYER_PATH=… VK_INSTANCE_LAYERS=VK_LAYER_UNDINE_conditions UNDINE_CONDITIONS="timestamp_bits=36" undine …
//
// settings.cpp lists the conditions, counters.h what is counted.
#pragma once
#include <volk.h>

#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "counters.h"
#include "settings.h"

namespace conditions {

// What is below this layer, asked for when the instance is made: later the loader answers with what is above.
struct InstanceState {
    InstanceState(VkInstance handle, PFN_vkGetInstanceProcAddr next);

    PFN_vkGetInstanceProcAddr next;
    std::map<std::string, PFN_vkVoidFunction> functions;

    template <class Function>
    Function get(const char* name) const {
        return reinterpret_cast<Function>(functions.at(name));
    }
};

struct DeviceState {
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    PFN_vkGetDeviceProcAddr next = nullptr;
    VolkDeviceTable vk{};
    bool chosen = false;  // the conditions hold on it
    std::atomic<int64_t> submissions{0}, acquired{0};
    std::unordered_set<VkDeviceMemory> mapped;
    std::unordered_map<VkDeviceMemory, VkDeviceSize>
        own;  // allocations in the device's own memory, if that is a condition
    VkDeviceSize own_bytes = 0;
    std::unordered_map<VkBuffer, VkDeviceMemory> buffers;
};

const Settings& settings();
Counting& counting();

// Of the instance, or the device, that a dispatchable handle belongs to.
InstanceState& instance_of(void* handle);
DeviceState& device_of(void* handle);

bool is_chosen(VkPhysicalDevice device);

// The layer's own function of that name, or nullptr: to the driver.
PFN_vkVoidFunction physical_function(const char* name);  // of physical devices
std::vector<const char*> physical_names();
PFN_vkVoidFunction device_function(const char* name);  // of devices, queues and command buffers

struct Named {
    const char* name;
    PFN_vkVoidFunction function;
};

template <size_t N>
PFN_vkVoidFunction find(const Named (&table)[N], const char* name) {
    for (const Named& entry : table)
        if (std::strcmp(entry.name, name) == 0) return entry.function;
    return nullptr;
}

}  // namespace conditions
