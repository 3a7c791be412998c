#include "gpu/memory_barrier.h"

#include "gpu/context.h"

namespace undine {

void memory_barrier(const Context& context, VkCommandBuffer commands, MemoryUse before, MemoryUse after) {
    VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    barrier.srcStageMask = before.stages;
    barrier.srcAccessMask = before.access;
    barrier.dstStageMask = after.stages;
    barrier.dstAccessMask = after.access;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    context.vk().vkCmdPipelineBarrier2(commands, &dependency);
}

void copies_to_host_barrier(const Context& context, VkCommandBuffer commands) {
    memory_barrier(context, commands, kCopied, {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT});
}

}  // namespace undine
