#include "render/frame_timer.h"

#include <vector>

#include "gpu/check.h"
#include "gpu/context.h"

namespace undine {

FrameTimer::FrameTimer(const Context& context, uint32_t slots) : context_(context) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(context.physical_device(), &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(context.physical_device(), &count, families.data());
    const uint32_t bits = families[context.info().queue_family].timestampValidBits;
    if (bits == 0) return;
    valid_ticks_ = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = kMarks * slots;
    UNDINE_VK(context.vk().vkCreateQueryPool(context.device(), &info, nullptr, &pool_));
}

FrameTimer::~FrameTimer() { context_.vk().vkDestroyQueryPool(context_.device(), pool_, nullptr); }

void FrameTimer::mark(VkCommandBuffer commands, uint32_t slot, uint32_t mark) {
    if (!valid_ticks_) return;
    if (mark == 0) context_.vk().vkCmdResetQueryPool(commands, pool_, kMarks * slot, kMarks);
    context_.vk().vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool_, kMarks * slot + mark);
}

std::optional<double> FrameTimer::milliseconds(uint32_t slot, uint32_t from) const {
    if (!valid_ticks_) return std::nullopt;
    uint64_t ticks[2];
    UNDINE_VK(context_.vk().vkGetQueryPoolResults(context_.device(), pool_, kMarks * slot + from, 2, sizeof ticks,
                                                  ticks, sizeof(uint64_t),
                                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    return double((ticks[1] - ticks[0]) & valid_ticks_) * context_.info().limits.timestampPeriod * 1e-6;
}

}  // namespace undine
