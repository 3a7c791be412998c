#include "gpu/fixed_buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gpu/context.h"
#include "gpu/memory_barrier.h"

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
    memory_barrier(*context_, commands, kCopied, {VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_READ_BIT});
}

}  // namespace undine
