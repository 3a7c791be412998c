#include "gpu/context.h"

#include <algorithm>
#include <vector>

#include "gpu/check.h"
#include "undine/error.h"

namespace undine {
namespace {

// The device's, and that of std::chrono::steady_clock on Linux.
constexpr VkTimeDomainEXT kClocks[] = {VK_TIME_DOMAIN_DEVICE_EXT, VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT};

bool reads_both_clocks(VkPhysicalDevice device) {
    if (!has_extension(device, VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME)) return false;
    uint32_t count = 0;
    UNDINE_VK(vkGetPhysicalDeviceCalibrateableTimeDomainsEXT(device, &count, nullptr));
    std::vector<VkTimeDomainEXT> domains(count);
    UNDINE_VK(vkGetPhysicalDeviceCalibrateableTimeDomainsEXT(device, &count, domains.data()));
    return std::ranges::all_of(kClocks, [&](VkTimeDomainEXT clock) { return std::ranges::count(domains, clock) > 0; });
}

}  // namespace

Context::Context(const Instance& instance, const DeviceInfo& device, bool presents)
    : instance_(instance.handle()), info_(device), has_debug_utils_(instance.has_debug_utils()) {
    if (!info_.can_run()) throw Error(Exit::no_device, describe(info_) + " cannot run Undine: " + info_.problem + ".");
    create_device(presents);
    load_functions();
    vk_.vkGetDeviceQueue(device_, info_.queue_family, 0, &queue_);
    set_name(VK_OBJECT_TYPE_DEVICE, device_, info_.name);
    set_name(VK_OBJECT_TYPE_QUEUE, queue_, "queue");
    make_parts();
}

Context::Context(const Instance& instance, const DeviceInfo& info, VkDevice device, VkQueue queue)
    : instance_(instance.handle()),
      info_(info),
      has_debug_utils_(instance.has_debug_utils()),
      borrowed_(true),
      device_(device),
      queue_(queue) {
    if (!info_.can_run()) throw Error(Exit::no_device, describe(info_) + " cannot run Undine: " + info_.problem + ".");
    load_functions();
    if (!vk_.vkCmdPipelineBarrier2 || !vk_.vkQueueSubmit2 || (info_.can_draw && !vk_.vkCmdBeginRendering))
        throw Error(Exit::no_device, describe(info_) +
                                         ": the device that was given lacks functions of Vulkan 1.3; expected one of "
                                         "an instance and a device of that version, with synchronization2 and "
                                         "dynamicRendering enabled.");
    make_parts();
}

void Context::make_parts() {
    memory_ = std::make_unique<MemoryArena>(*this);
    pipeline_cache_ = std::make_unique<PipelineCache>(*this);
}

Context::~Context() {
    vk_.vkDeviceWaitIdle(device_);  // ignores errors: a lost device must be cleaned up too
    pipeline_cache_.reset();
    memory_.reset();
    if (!borrowed_) vk_.vkDestroyDevice(device_, nullptr);
}

void Context::create_device(bool presents) {
    std::vector<const char*> extensions = extensions_beside_core(info_);
    if (presents) {
        if (!has_extension(info_.handle, VK_KHR_SWAPCHAIN_EXTENSION_NAME))
            throw Error(Exit::no_device, describe(info_) + " cannot show images in a window.");
        extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    }
    // Must be enabled if the device has it; the name is spelled out because only a beta header defines it.
    constexpr const char* kPortabilitySubset = "VK_KHR_portability_subset";
    if (has_extension(info_.handle, kPortabilitySubset)) extensions.push_back(kPortabilitySubset);

    exports_memory_ = has_extension(info_.handle, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
    if (exports_memory_) extensions.push_back(VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
    exports_semaphores_ = has_extension(info_.handle, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);
    if (exports_semaphores_) extensions.push_back(VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);

    calibrates_time_ = reads_both_clocks(info_.handle);
    if (calibrates_time_) extensions.push_back(VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME);

    VkPhysicalDeviceVulkan12Features v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    v12.timelineSemaphore = v12.hostQueryReset = VK_TRUE;  // required of every Vulkan 1.2 device
    VkPhysicalDeviceSynchronization2Features barriers{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES,
                                                      &v12};
    barriers.synchronization2 = VK_TRUE;
    VkPhysicalDeviceDynamicRenderingFeatures drawing{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES,
                                                     &barriers};
    drawing.dynamicRendering = VK_TRUE;
    VkPhysicalDeviceFeatures offered;
    vkGetPhysicalDeviceFeatures(info_.handle, &offered);
    counts_invocations_ = offered.pipelineStatisticsQuery && info_.can_draw;  // a compute queue counts no vertices
    VkPhysicalDeviceFeatures features{};
    features.pipelineStatisticsQuery = counts_invocations_;
    features.largePoints = info_.largest_point > 1;
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = info_.queue_family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo create{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                              info_.can_draw ? static_cast<void*>(&drawing) : &barriers};
    create.queueCreateInfoCount = 1;
    create.pQueueCreateInfos = &queue;
    create.pEnabledFeatures = &features;
    create.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    create.ppEnabledExtensionNames = extensions.data();
    UNDINE_VK(vkCreateDevice(info_.handle, &create, nullptr, &device_));
}

void Context::load_functions() {
    volkLoadDeviceTable(&vk_, device_);
    if (info_.api_version >= VK_API_VERSION_1_3 && vk_.vkCmdPipelineBarrier2) return;
    vk_.vkCmdPipelineBarrier2 = vk_.vkCmdPipelineBarrier2KHR;
    vk_.vkCmdWriteTimestamp2 = vk_.vkCmdWriteTimestamp2KHR;
    vk_.vkQueueSubmit2 = vk_.vkQueueSubmit2KHR;
    vk_.vkCmdBeginRendering = vk_.vkCmdBeginRenderingKHR;
    vk_.vkCmdEndRendering = vk_.vkCmdEndRenderingKHR;
}

void Context::set_object_name(VkObjectType type, uint64_t handle, const std::string& name) const {
    if (!has_debug_utils_) return;
    VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
    info.objectType = type;
    info.objectHandle = handle;
    info.pObjectName = name.c_str();
    UNDINE_VK(vkSetDebugUtilsObjectNameEXT(device_, &info));
}

void Context::begin_label(VkCommandBuffer commands, const std::string& text) const {
    if (!has_debug_utils_) return;
    VkDebugUtilsLabelEXT label{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
    label.pLabelName = text.c_str();
    vkCmdBeginDebugUtilsLabelEXT(commands, &label);
}

void Context::end_label(VkCommandBuffer commands) const {
    if (has_debug_utils_) vkCmdEndDebugUtilsLabelEXT(commands);
}

bool Context::read_clocks(uint64_t& ticks, int64_t& ns) const {
    if (!calibrates_time_) return false;
    const VkCalibratedTimestampInfoEXT of[] = {{VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT, nullptr, kClocks[0]},
                                               {VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT, nullptr, kClocks[1]}};
    uint64_t values[2], deviation = 0;
    if (vk_.vkGetCalibratedTimestampsEXT(device_, 2, of, values, &deviation) != VK_SUCCESS) return false;
    ticks = values[0];
    ns = static_cast<int64_t>(values[1]);
    return true;
}

void Context::wait_idle() const { UNDINE_VK(vk_.vkDeviceWaitIdle(device_)); }

}  // namespace undine
