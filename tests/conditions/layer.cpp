#include "layer.h"

#include <vulkan/vk_layer.h>

#include <map>
#include <mutex>

namespace conditions {
namespace {

std::mutex mutex;
auto& instances = *new std::map<void*, std::unique_ptr<InstanceState>>;  // outlive the program's own objects
auto& devices = *new std::map<void*, std::unique_ptr<DeviceState>>;

// The loader's table, which an instance's or a device's handles all begin with.
void* key_of(void* handle) { return *static_cast<void**>(handle); }

// The loader's link to what is below this layer, in the chain that it passes when an instance or a device is made.
template <class Info>
Info* link_of(const void* chain, VkStructureType type) {
    auto* info = static_cast<Info*>(const_cast<void*>(chain));
    while (info && !(info->sType == type && info->function == VK_LAYER_LINK_INFO))
        info = static_cast<Info*>(const_cast<void*>(info->pNext));
    return info;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* create, const VkAllocationCallbacks* with,
                                               VkInstance* out) {
    auto* const link = link_of<VkLayerInstanceCreateInfo>(create->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (!link) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto make = reinterpret_cast<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
    const VkResult made = make(create, with, out);
    if (made != VK_SUCCESS) return made;
    const std::scoped_lock lock(mutex);
    instances[key_of(*out)] = std::make_unique<InstanceState>(*out, next);
    return made;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance, const VkAllocationCallbacks* with) {
    if (!instance) return;
    const auto destroy = instance_of(instance).get<PFN_vkDestroyInstance>("vkDestroyInstance");
    void* const key = key_of(instance);
    destroy(instance, with);
    const std::scoped_lock lock(mutex);
    instances.erase(key);
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* create,
                                             const VkAllocationCallbacks* with, VkDevice* out) {
    auto* const link = link_of<VkLayerDeviceCreateInfo>(create->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (!link) return VK_ERROR_INITIALIZATION_FAILED;
    const auto make = instance_of(physical).get<PFN_vkCreateDevice>("vkCreateDevice");
    auto state = std::make_unique<DeviceState>();
    state->physical = physical;
    state->next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    state->chosen = is_chosen(physical);
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const VkResult made = make(physical, create, with, out);
    if (made != VK_SUCCESS) return made;
    const std::scoped_lock lock(mutex);
    vkGetDeviceProcAddr = state->next;  // volk's own pointer, in this library
    volkLoadDeviceTable(&state->vk, *out);
    devices[key_of(*out)] = std::move(state);
    return made;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks* with) {
    if (!device) return;
    counting().write();
    void* const key = key_of(device);
    device_of(device).vk.vkDestroyDevice(device, with);
    const std::scoped_lock lock(mutex);
    devices.erase(key);
}

PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device, const char* name);
PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance instance, const char* name);

template <class Function>
PFN_vkVoidFunction plain(Function function) {
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction own(const char* name) {
    static const Named kOwn[] = {{"vkGetInstanceProcAddr", plain(get_instance_function)},
                                 {"vkGetDeviceProcAddr", plain(get_device_function)},
                                 {"vkCreateInstance", plain(create_instance)},
                                 {"vkDestroyInstance", plain(destroy_instance)},
                                 {"vkCreateDevice", plain(create_device)},
                                 {"vkDestroyDevice", plain(destroy_device)}};
    if (const PFN_vkVoidFunction function = find(kOwn, name)) return function;
    return device_function(name);
}

PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device, const char* name) {
    const PFN_vkVoidFunction below = device_of(device).next(device, name);
    const PFN_vkVoidFunction above = below ? own(name) : nullptr;  // what the driver lacks, this layer lacks
    return above ? above : below;
}

PFN_vkVoidFunction VKAPI_CALL get_instance_function(VkInstance instance, const char* name) {
    if (!instance) return own(name);
    const PFN_vkVoidFunction below = instance_of(instance).next(instance, name);
    if (!below) return nullptr;
    if (const PFN_vkVoidFunction above = own(name)) return above;
    const PFN_vkVoidFunction above = physical_function(name);
    return above ? above : below;
}

}  // namespace

InstanceState::InstanceState(VkInstance handle, PFN_vkGetInstanceProcAddr next_function) : next(next_function) {
    std::vector<const char*> names = physical_names();
    names.insert(names.end(), {"vkDestroyInstance", "vkCreateDevice"});
    for (const char* name : names) functions[name] = next(handle, name);
}

const Settings& settings() {
    static const Settings read = read_settings();
    return read;
}

Counting& counting() {
    static auto& counting = *new Counting(settings().counters);
    return counting;
}

InstanceState& instance_of(void* handle) {
    const std::scoped_lock lock(mutex);
    return *instances.at(key_of(handle));
}

DeviceState& device_of(void* handle) {
    const std::scoped_lock lock(mutex);
    return *devices.at(key_of(handle));
}

bool is_chosen(VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    instance_of(device).get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, &properties);
    return std::strstr(properties.deviceName, settings().devices.c_str()) != nullptr;
}

}  // namespace conditions

extern "C" VK_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
undine_conditions_negotiate(VkNegotiateLayerInterface* negotiated) {
    conditions::settings();
    negotiated->loaderLayerInterfaceVersion = CURRENT_LOADER_LAYER_INTERFACE_VERSION;
    negotiated->pfnGetInstanceProcAddr = conditions::get_instance_function;
    negotiated->pfnGetDeviceProcAddr = conditions::get_device_function;
    negotiated->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
