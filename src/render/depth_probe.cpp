#include "render/depth_probe.h"

#include <cstring>

#include "gpu/buffer.h"
#include "render/rendering.h"

namespace undine {

float read_depth(Context& context, Commands& commands, Image& depth, uint32_t x, uint32_t y) {
    const Buffer texel(context, sizeof(float), VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::host, "depth probe");
    const VkCommandBuffer c = commands.get();
    depth.barrier(c, kCopySource);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {depth.aspect(), 0, 0, 1};
    copy.imageOffset = {static_cast<int32_t>(x), static_cast<int32_t>(y), 0};
    copy.imageExtent = {1, 1, 1};
    context.vk().vkCmdCopyImageToBuffer(c, depth.handle(), depth.layout(), texel.handle(), 1, &copy);

    VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_HOST_READ_BIT;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    context.vk().vkCmdPipelineBarrier2(c, &dependency);
    commands.submit();
    commands.wait();
    float value = 0;
    std::memcpy(&value, texel.mapped(), sizeof value);
    return value;
}

}  // namespace undine
