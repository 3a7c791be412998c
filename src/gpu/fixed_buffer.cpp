#include "gpu/fixed_buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gpu/context.h"

namespace undine {

FixedBuffer::FixedBuffer(Context& context, std::span<const std::byte> contents, VkBufferUsageFlags usage,
                         const std::string& name)
    : context_(&context),
      buffer_(context, std::max<uint64_t>(contents.size(), 16), usage | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
              MemoryKind::device, name),
      bytes_(contents.size()) {
    if (bytes_ == 0) return;
    staging_ = Buffer(context, bytes_, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::host, name + " staging");
    std::memcpy(staging_.mapped(), contents.data(), bytes_);
}

void FixedBuffer::upload(VkCommandBuffer commands) {
    if (bytes_ == 0) return;
    const VkBufferCopy all{0, 0, std::exchange(bytes_, 0)};
    context_->vk().vkCmdCopyBuffer(commands, staging_.handle(), buffer_.handle(), 1, &all);
    VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    context_->vk().vkCmdPipelineBarrier2(commands, &dependency);
}

}  // namespace undine
