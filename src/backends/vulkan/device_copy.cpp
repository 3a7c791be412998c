#include "backends/vulkan/device_copy.h"

#include <algorithm>

#include "gpu/buffer.h"
#include "gpu/memory_barrier.h"
#include "platform/stopwatch.h"

namespace undine {
namespace {

void wait_for_transfers(const Context& context, VkCommandBuffer commands) {
    memory_barrier(context, commands, kTransferred,
                   {VK_PIPELINE_STAGE_2_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT});
}

}  // namespace

CopyTimes time_device_copies(Context& context, Commands& commands) {
    // At most an eighth of the device's memory for each buffer, since solvers live beside the two. A multiple of a
    // page, so that a driver that rounds allocations up does not exceed the limits.
    constexpr uint64_t kPage = 1 << 16;
    const uint64_t bytes = std::min({kCopyBytes, context.info().max_buffer_size, context.info().max_allocation_size,
                                     context.memory().own_heap_size() / 8}) /
                           kPage * kPage;
    const Buffer from(context, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                      MemoryKind::device, "copy source");
    const Buffer to(context, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::device, "copy destination");
    commands.submit();
    commands.set_timing(false);
    context.vk().vkCmdFillBuffer(commands.get(), from.handle(), 0, bytes, 1);
    commands.submit();
    commands.wait();

    commands.set_timing(true);
    commands.take_pass_times();
    CopyTimes times{bytes, {}};
    for (int run = 0; run <= kCopyRuns; ++run) {
        const Stopwatch watch;
        wait_for_transfers(context, commands.get());
        {
            const PassScope scope(commands, "copy");
            const VkBufferCopy whole{0, 0, bytes};
            context.vk().vkCmdCopyBuffer(commands.get(), from.handle(), to.handle(), 1, &whole);
        }
        commands.submit();
        commands.wait();
        const double host_ms = watch.ms();
        const std::vector<PassTime> device = commands.take_pass_times();
        if (run > 0) times.seconds.push_back((device.empty() ? host_ms : device[0].ms) / 1e3);
    }
    commands.set_timing(false);
    return times;
}

}  // namespace undine
