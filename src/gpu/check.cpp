#include "gpu/check.h"

#include <string>
#include <string_view>

#include "undine/error.h"

namespace undine {

const char* result_name(VkResult result) {
    switch (result) {
#define NAME(code) \
    case code: return #code;
        NAME(VK_SUCCESS)
        NAME(VK_NOT_READY)
        NAME(VK_TIMEOUT)
        NAME(VK_INCOMPLETE)
        NAME(VK_SUBOPTIMAL_KHR)
        NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
        NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
        NAME(VK_ERROR_INITIALIZATION_FAILED)
        NAME(VK_ERROR_DEVICE_LOST)
        NAME(VK_ERROR_MEMORY_MAP_FAILED)
        NAME(VK_ERROR_LAYER_NOT_PRESENT)
        NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
        NAME(VK_ERROR_FEATURE_NOT_PRESENT)
        NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
        NAME(VK_ERROR_TOO_MANY_OBJECTS)
        NAME(VK_ERROR_FORMAT_NOT_SUPPORTED)
        NAME(VK_ERROR_FRAGMENTED_POOL)
        NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
        NAME(VK_ERROR_SURFACE_LOST_KHR)
        NAME(VK_ERROR_NATIVE_WINDOW_IN_USE_KHR)
        NAME(VK_ERROR_OUT_OF_DATE_KHR)
        NAME(VK_ERROR_UNKNOWN)
#undef NAME
        default: return nullptr;
    }
}

void throw_vk_error(VkResult result, const char* call) {
    // "context.vk().vkCreateFence(…)" → "vkCreateFence"
    std::string_view name(call);
    size_t begin =
        name.find("vk", name.starts_with("vk().") || name.find("vk().") != name.npos ? name.find("vk().") + 5 : 0);
    if (begin != name.npos) name = name.substr(begin, name.find('(', begin) - begin);
    const char* code = result_name(result);
    std::string sentence = std::string(name) + " failed with " + (code ? code : "VkResult " + std::to_string(result));
    switch (result) {
        case VK_ERROR_DEVICE_LOST: throw Error(Exit::device_lost, sentence + ": the driver reset the device.");
        case VK_ERROR_OUT_OF_HOST_MEMORY:
        case VK_ERROR_OUT_OF_DEVICE_MEMORY: throw Error(Exit::out_of_memory, sentence + ".");
        default: throw Error(Exit::no_device, sentence + ".");
    }
}

}  // namespace undine
