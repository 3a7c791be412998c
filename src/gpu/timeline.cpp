#include "gpu/timeline.h"

#include <span>

#include "gpu/check.h"
#include "gpu/context.h"

namespace undine {
namespace {

constexpr VkExternalSemaphoreHandleTypeFlagBits kHandle = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;

VkSemaphoreTypeCreateInfo timeline_type() {
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    return type;
}

// For all stages, so that waits and signals are ordered with everything else submitted to the queue.
VkSemaphoreSubmitInfo reach(VkSemaphore semaphore, uint64_t value) {
    VkSemaphoreSubmitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
    info.semaphore = semaphore;
    info.value = value;
    info.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    return info;
}

using Semaphores = std::span<const VkSemaphoreSubmitInfo>;

void submit(const Context& context, VkCommandBuffer commands, Semaphores waits, Semaphores signals) {
    VkCommandBufferSubmitInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
    buffer.commandBuffer = commands;
    VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
    info.waitSemaphoreInfoCount = static_cast<uint32_t>(waits.size());
    info.pWaitSemaphoreInfos = waits.data();
    info.commandBufferInfoCount = 1;
    info.pCommandBufferInfos = &buffer;
    info.signalSemaphoreInfoCount = static_cast<uint32_t>(signals.size());
    info.pSignalSemaphoreInfos = signals.data();
    UNDINE_VK(context.vk().vkQueueSubmit2(context.queue(), 1, &info, VK_NULL_HANDLE));
}

}  // namespace

std::string Timeline::export_problem_of(const Context& context) {
    if (!context.exports_semaphores())
        return context.info().name + " lacks " VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME ".";
    VkSemaphoreTypeCreateInfo type = timeline_type();
    VkPhysicalDeviceExternalSemaphoreInfo asked{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO, &type};
    asked.handleType = kHandle;
    VkExternalSemaphoreProperties found{VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES};
    vkGetPhysicalDeviceExternalSemaphoreProperties(context.physical_device(), &asked, &found);
    if (!(found.externalSemaphoreFeatures & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT))
        return context.info().name + " cannot export timeline semaphores.";
    return "";
}

Timeline::Timeline(const Context& context, Use use) : context_(context), use_(use) {
    VkExportSemaphoreCreateInfo exported{VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO};
    exported.handleTypes = kHandle;
    VkSemaphoreTypeCreateInfo type = timeline_type();
    type.pNext = use == Use::exported ? &exported : nullptr;
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
    UNDINE_VK(context.vk().vkCreateSemaphore(context.device(), &info, nullptr, &semaphore_));
    context.set_name(VK_OBJECT_TYPE_SEMAPHORE, semaphore_, "timeline shared with another API");
}

Timeline::~Timeline() { context_.vk().vkDestroySemaphore(context_.device(), semaphore_, nullptr); }

FileDescriptor Timeline::descriptor() const {
    if (use_ != Use::exported) return {};
    VkSemaphoreGetFdInfoKHR info{VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR};
    info.semaphore = semaphore_;
    info.handleType = kHandle;
    int descriptor = -1;
    UNDINE_VK(context_.vk().vkGetSemaphoreFdKHR(context_.device(), &info, &descriptor));
    return FileDescriptor(descriptor);
}

// Signals and waits have batches of their own: a signal covers everything submitted to the queue before it, and a wait
// everything after it.
void Timeline::signal_by_queue(uint64_t value, VkCommandBuffer commands) {
    const VkSemaphoreSubmitInfo signal = reach(semaphore_, value);
    submit(context_, commands, {}, {&signal, 1});
}

void Timeline::hold_queue(uint64_t value, VkCommandBuffer commands) {
    const VkSemaphoreSubmitInfo wait = reach(semaphore_, value);
    submit(context_, commands, {&wait, 1}, {});
}

void Timeline::release(uint64_t value) noexcept {
    uint64_t reached = 0;
    if (context_.vk().vkGetSemaphoreCounterValue(context_.device(), semaphore_, &reached) != VK_SUCCESS) return;
    if (reached >= value) return;
    VkSemaphoreSignalInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO};
    info.semaphore = semaphore_;
    info.value = value;
    context_.vk().vkSignalSemaphore(context_.device(), &info);
}

}  // namespace undine
