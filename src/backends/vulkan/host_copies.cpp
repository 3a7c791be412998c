#include "backends/vulkan/host_copies.h"

#include <cstring>
#include <utility>

#include "gpu/context.h"
#include "gpu/memory_barrier.h"
#include "internal_error.h"

namespace undine {

void HostCopies::record(const BufferRange& from) {
    Copy copy{.bytes = from.bytes, .submission = commands_.submissions() + 1};
    if (!idle_.empty() && idle_.back().size() >= from.bytes) {
        copy.buffer = std::move(idle_.back());
        idle_.pop_back();
    } else {
        copy.buffer = Buffer(context_, from.bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::host, "host copy");
    }
    const VkBufferCopy region{from.offset, 0, from.bytes};
    const VkCommandBuffer commands = commands_.get();
    context_.vk().vkCmdCopyBuffer(commands, from.buffer, copy.buffer.handle(), 1, &region);
    copies_to_host_barrier(context_, commands);
    recorded_.push_back(std::move(copy));
}

void HostCopies::take(void* data, uint64_t bytes) {
    UNDINE_CHECK(!recorded_.empty() && recorded_.front().bytes == bytes, "a copy is taken that was not recorded");
    Copy copy = std::move(recorded_.front());
    recorded_.pop_front();
    if (copy.submission > commands_.submissions()) commands_.submit();
    commands_.wait_for_submission(copy.submission);
    std::memcpy(data, copy.buffer.mapped(), bytes);
    idle_.push_back(std::move(copy.buffer));
}

}  // namespace undine
