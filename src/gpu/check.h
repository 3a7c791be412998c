// UNDINE_VK(vkFoo(…)): every Vulkan call that returns a VkResult goes through it, in every build.
//
//     UNDINE_VK(context.vk().vkCreateFence(context.device(), &info, nullptr, &fence));
//
// An error code throws Error naming the call and the code: VK_ERROR_DEVICE_LOST as Exit::device_lost, out of host
// or device memory as Exit::out_of_memory, others as Exit::no_device. Success codes (VK_SUBOPTIMAL_KHR too) are
// returned.
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
