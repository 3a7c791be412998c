#include "backends/vulkan/device_copy.h"

#include <algorithm>
#include <functional>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/embedded_shaders.h"
#include "gpu/memory_barrier.h"
#include "gpu/pipeline.h"
#include "platform/stopwatch.h"

namespace undine {
namespace {

constexpr uint64_t kGroupBytes = 128 * 8 * 16;  // that a workgroup of shaders/measure/copy.comp copies

void wait_for(const Context& context, VkCommandBuffer commands) {
    const VkPipelineStageFlags2 stages = VK_PIPELINE_STAGE_2_TRANSFER_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    const VkAccessFlags2 writes = VK_ACCESS_2_TRANSFER_WRITE_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    memory_barrier(context, commands, {stages, writes},
                   {stages, writes | VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT});
}

// Seconds of each run of `record` but the first.
std::vector<double> time_runs(const Context& context, Commands& commands,
                              const std::function<void(VkCommandBuffer)>& record) {
    std::vector<double> seconds;
    for (int run = 0; run <= kCopyRuns; ++run) {
        const Stopwatch watch;
        wait_for(context, commands.get());
        {
            const PassScope scope(commands, "copy");
            record(commands.get());
        }
        commands.submit();
        commands.wait();
        const double host_ms = watch.ms();
        const std::vector<PassTime> device = commands.take_pass_times();
        if (run > 0) seconds.push_back((device.empty() ? host_ms : device[0].ms) / 1e3);
    }
    return seconds;
}

double median(std::vector<double> of) {
    std::ranges::nth_element(of, of.begin() + of.size() / 2);
    return of[of.size() / 2];
}

}  // namespace

CopyTimes time_device_copies(Context& context, Commands& commands) {
    // At most an eighth of the device's memory for each buffer, since solvers live beside the two. A multiple of a
    // page, so that a driver that rounds allocations up does not exceed the limits.
    constexpr uint64_t kPage = 1 << 16;
    static_assert(kPage % kGroupBytes == 0);
    const DeviceInfo& device = context.info();
    const uint64_t bytes =
        std::min({kCopyBytes, device.max_buffer_size, device.max_allocation_size,
                  uint64_t{device.limits.maxStorageBufferRange}, context.memory().own_heap_size() / 8}) /
        kPage * kPage;
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const Buffer from(context, bytes, usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::device, "copy source");
    const Buffer to(context, bytes, usage, MemoryKind::device, "copy destination");
    const Binding bindings[] = {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_COMPUTE_BIT},
                                {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_COMPUTE_BIT}};
    const DescriptorLayout layout(context, bindings, "copy");
    DescriptorSet set(context, layout);
    set.write_buffer(0, from.handle(), 0, bytes);
    set.write_buffer(1, to.handle(), 0, bytes);
    const Pipeline shader = make_compute_pipeline(
        context, {.spirv = embedded_spirv("measure/copy.comp"), .sets = {layout.handle()}, .name = "copy"});
    commands.submit();
    commands.set_timing(false);
    context.vk().vkCmdFillBuffer(commands.get(), from.handle(), 0, bytes, 1);
    commands.submit();
    commands.wait();

    commands.set_timing(true);
    commands.take_pass_times();
    CopyTimes by_driver{bytes, time_runs(context, commands, [&](VkCommandBuffer c) {
                            const VkBufferCopy whole{0, 0, bytes};
                            context.vk().vkCmdCopyBuffer(c, from.handle(), to.handle(), 1, &whole);
                        })};
    CopyTimes by_shader{bytes, time_runs(context, commands, [&](VkCommandBuffer c) {
                            shader.bind(c, {set.handle()});
                            context.vk().vkCmdDispatch(c, static_cast<uint32_t>(bytes / kGroupBytes), 1, 1);
                        })};
    commands.set_timing(false);
    return median(by_shader.seconds) < median(by_driver.seconds) ? by_shader : by_driver;
}

}  // namespace undine
