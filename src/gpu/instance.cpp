#include "gpu/instance.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "gpu/check.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

bool validation_wanted() {
    const char* value = std::getenv("UNDINE_VALIDATION");
    return value && *value && std::strcmp(value, "0") != 0;
}

bool has_extension(const char* layer, const char* name) {
    uint32_t count = 0;
    UNDINE_VK(vkEnumerateInstanceExtensionProperties(layer, &count, nullptr));
    std::vector<VkExtensionProperties> all(count);
    UNDINE_VK(vkEnumerateInstanceExtensionProperties(layer, &count, all.data()));
    for (const auto& extension : all)
        if (std::strcmp(extension.extensionName, name) == 0) return true;
    return false;
}

void require_validation_layer() {
    uint32_t count = 0;
    UNDINE_VK(vkEnumerateInstanceLayerProperties(&count, nullptr));
    std::vector<VkLayerProperties> all(count);
    UNDINE_VK(vkEnumerateInstanceLayerProperties(&count, all.data()));
    for (const auto& layer : all)
        if (std::strcmp(layer.layerName, kValidationLayer) == 0) return;
    throw Error(Exit::no_device, std::string("UNDINE_VALIDATION is set, but the layer ") + kValidationLayer +
                                     " is not installed; install it or unset the variable.");
}

void load_library() {
    if (volkInitialize() != VK_SUCCESS)
        throw Error(Exit::no_device, "The Vulkan loader was not found: install the graphics driver of this machine.");
    if (volkGetInstanceVersion() < VK_API_VERSION_1_3)
        throw Error(Exit::no_device, "The Vulkan loader is older than 1.3: update it or the graphics driver.");
}

// The functions of VK_EXT_debug_utils stay: another instance of this process may have enabled what this one has not.
void load_functions_of(VkInstance instance) {
    const auto create = vkCreateDebugUtilsMessengerEXT;
    const auto destroy = vkDestroyDebugUtilsMessengerEXT;
    const auto name = vkSetDebugUtilsObjectNameEXT;
    const auto begin = vkCmdBeginDebugUtilsLabelEXT;
    const auto end = vkCmdEndDebugUtilsLabelEXT;
    volkLoadInstanceOnly(instance);
    if (vkCmdBeginDebugUtilsLabelEXT) return;
    vkCreateDebugUtilsMessengerEXT = create;
    vkDestroyDebugUtilsMessengerEXT = destroy;
    vkSetDebugUtilsObjectNameEXT = name;
    vkCmdBeginDebugUtilsLabelEXT = begin;
    vkCmdEndDebugUtilsLabelEXT = end;
}

}  // namespace

Instance::Instance(std::span<const char* const> surface_extensions) {
    load_library();
    std::vector<const char*> extensions(surface_extensions.begin(), surface_extensions.end());
    std::vector<const char*> layers;
    const bool validate = validation_wanted();
    if (validate) {
        require_validation_layer();
        layers.push_back(kValidationLayer);
    }
    has_debug_utils_ = has_extension(nullptr, VK_EXT_DEBUG_UTILS_EXTENSION_NAME) ||
                       (validate && has_extension(kValidationLayer, VK_EXT_DEBUG_UTILS_EXTENSION_NAME));
    if (has_debug_utils_) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    const bool portability = has_extension(nullptr, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    if (portability) extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);

    VkDebugUtilsMessengerCreateInfoEXT messenger{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    messenger.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.messageType =
        VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    messenger.pfnUserCallback = on_message;
    messenger.pUserData = this;

    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "undine";
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pNext = validate ? &messenger : nullptr;  // also reports on instance creation and destruction
    info.flags = portability ? VkInstanceCreateFlags(VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR) : 0;
    info.pApplicationInfo = &application;
    info.enabledLayerCount = static_cast<uint32_t>(layers.size());
    info.ppEnabledLayerNames = layers.data();
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    VkResult result = vkCreateInstance(&info, nullptr, &instance_);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        throw Error(Exit::no_device, "No Vulkan driver was found: install the graphics driver of this machine.");
    check_vk(result, "vkCreateInstance");
    load_functions_of(instance_);
    if (validate) {
        VkResult created = vkCreateDebugUtilsMessengerEXT(instance_, &messenger, nullptr, &messenger_);
        if (created < 0) {
            vkDestroyInstance(instance_, nullptr);
            throw_vk_error(created, "vkCreateDebugUtilsMessengerEXT");
        }
    }
}

Instance::Instance(VkInstance borrowed, bool debug_utils, PFN_vkGetInstanceProcAddr loader)
    : instance_(borrowed), borrowed_(true), has_debug_utils_(debug_utils) {
    if (loader) volkInitializeCustom(loader);
    else load_library();
    load_functions_of(instance_);
}

Instance::~Instance() {
    if (borrowed_) return;
    if (messenger_) vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
    vkDestroyInstance(instance_, nullptr);
}

VkBool32 Instance::on_message(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                              const VkDebugUtilsMessengerCallbackDataEXT* data, void* self) {
    const char* id = data->pMessageIdName ? data->pMessageIdName : "no id";
    // Remarks on the layer's own settings (GPU-assisted validation enables features for itself), not on our calls.
    const bool own_settings =
        !std::strcmp(id, "VALIDATION-SETTINGS") || !std::strcmp(id, "WARNING-Setting-Limit-Adjusted");
    if (own_settings) return VK_FALSE;
    ++static_cast<Instance*>(self)->validation_messages_;
    std::fprintf(stderr, "validation [%s] %s\n", id, data->pMessage);
    return VK_FALSE;
}

void Instance::require_no_validation_messages() const {
    if (validation_messages_ > 0)
        throw Error(Exit::failed, "The Vulkan validation layer reported " + std::to_string(validation_messages_) +
                                      " messages; they are on stderr.");
}

}  // namespace undine
