#include "gpu/submission_timer.h"

#include <array>
#include <cstdint>

#include "gpu/check.h"
#include "gpu/context.h"

namespace undine {

SubmissionTimer::SubmissionTimer(const Context& context, size_t slots)
    : context_(context), ticks_(context.info().timestamp_bits) {
    if (!ticks_.exists()) return;
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = static_cast<uint32_t>(2 * slots);
    UNDINE_VK(context.vk().vkCreateQueryPool(context.device(), &info, nullptr, &pool_));
    context.set_name(VK_OBJECT_TYPE_QUERY_POOL, pool_, "times of submissions");
}

SubmissionTimer::~SubmissionTimer() { context_.vk().vkDestroyQueryPool(context_.device(), pool_, nullptr); }

void SubmissionTimer::begin(size_t slot, VkCommandBuffer commands) {
    if (!pool_) return;
    const auto query = static_cast<uint32_t>(2 * slot);
    context_.vk().vkResetQueryPool(context_.device(), pool_, query, 2);
    context_.vk().vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool_, query);
}

void SubmissionTimer::end(size_t slot, VkCommandBuffer commands) {
    if (pool_)
        context_.vk().vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool_,
                                           static_cast<uint32_t>(2 * slot + 1));
}

std::optional<double> SubmissionTimer::seconds(size_t slot) const {
    if (!pool_) return std::nullopt;
    std::array<uint64_t, 2> ticks{};
    UNDINE_VK(context_.vk().vkGetQueryPoolResults(context_.device(), pool_, static_cast<uint32_t>(2 * slot), 2,
                                                  sizeof ticks, ticks.data(), sizeof(uint64_t),
                                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    const uint64_t between = ticks_.between(ticks[0], ticks[1]);
    if (between == 0) return std::nullopt;
    return double(between) * context_.info().limits.timestampPeriod * 1e-9;
}

}  // namespace undine
