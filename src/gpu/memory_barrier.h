// Barriers of all memory, between uses of buffers that no tracker follows.
#pragma once
#include <volk.h>

namespace undine {

class Context;

struct MemoryUse {
    VkPipelineStageFlags2 stages = 0;
    VkAccessFlags2 access = 0;  // 0: reads before a write, which only have to be over
};

inline constexpr MemoryUse kCopied{VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};
// Copies, fills and updates from the command buffer.
inline constexpr MemoryUse kTransferred{VK_PIPELINE_STAGE_2_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};

void memory_barrier(const Context& context, VkCommandBuffer commands, MemoryUse before, MemoryUse after);

// To be recorded after copies into host-visible memory: the host sees them once the commands have been executed.
void copies_to_host_barrier(const Context& context, VkCommandBuffer commands);

}  // namespace undine
