// UNDINE_VK(vkFoo(…)) wraps every Vulkan call whose failure matters, in every build.
//
//     UNDINE_VK(context.vk().vkCreateFence(context.device(), &info, nullptr, &fence));
//
// On an error code it throws an Error that names the call and the code: VK_ERROR_DEVICE_LOST becomes Exit::device_lost,
// out of host or device memory Exit::out_of_memory, all others Exit::no_device. Success codes (including
// VK_SUBOPTIMAL_KHR) are returned.
#pragma once
#include <volk.h>

namespace undine {

const char* result_name(VkResult result);

[[noreturn]] void throw_vk_error(VkResult result, const char* call);

inline VkResult check_vk(VkResult result, const char* call) {
    if (result < 0) throw_vk_error(result, call);
    return result;
}

}  // namespace undine

#define UNDINE_VK(call) ::undine::check_vk((call), #call)
