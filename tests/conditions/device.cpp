// What devices, queues and command buffers do: counted, and late, lost or out of date where that is asked for.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "layer.h"

namespace conditions {
namespace {

std::mutex mutex;
auto& clocks = *new std::set<VkQueryPool>;  // the query pools of timestamps

bool wants(const DeviceState& device, const char* condition) { return device.chosen && settings().has(condition); }

// Whether this is the call, from 1, that the condition names.
bool comes_to(const DeviceState& device, const char* condition, int64_t call) {
    return wants(device, condition) && settings()[condition] == call;
}

void count_pipelines(uint32_t count) { counting().add(&Counters::pipelines, count); }

// Queues.

VkResult submitted(DeviceState& device, VkQueue queue, VkResult result) {
    counting().add(&Counters::submissions);
    if (comes_to(device, "lost_at_submission", ++device.submissions)) return VK_ERROR_DEVICE_LOST;
    if (result == VK_SUCCESS && wants(device, "submit_waits")) return device.vk.vkQueueWaitIdle(queue);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL submit2(VkQueue queue, uint32_t count, const VkSubmitInfo2* infos, VkFence fence) {
    DeviceState& device = device_of(queue);
    return submitted(device, queue, device.vk.vkQueueSubmit2(queue, count, infos, fence));
}

VKAPI_ATTR VkResult VKAPI_CALL present(VkQueue queue, const VkPresentInfoKHR* info) {
    DeviceState& device = device_of(queue);
    const VkResult result = device.vk.vkQueuePresentKHR(queue, info);
    if (wants(device, "present_ms")) std::this_thread::sleep_for(std::chrono::milliseconds(settings()["present_ms"]));
    counting().end_frame();
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL acquire(VkDevice handle, VkSwapchainKHR swapchain, uint64_t timeout, VkSemaphore signal,
                                       VkFence fence, uint32_t* image) {
    DeviceState& device = device_of(handle);
    ++device.acquired;
    if (comes_to(device, "out_of_date_at", device.acquired)) return VK_ERROR_OUT_OF_DATE_KHR;
    if (comes_to(device, "surface_lost_at", device.acquired)) return VK_ERROR_SURFACE_LOST_KHR;
    return device.vk.vkAcquireNextImageKHR(handle, swapchain, timeout, signal, fence, image);
}

VKAPI_ATTR VkResult VKAPI_CALL wait_for_fences(VkDevice handle, uint32_t count, const VkFence* fences, VkBool32 all,
                                               uint64_t timeout) {
    counting().add(&Counters::fence_waits);
    return device_of(handle).vk.vkWaitForFences(handle, count, fences, all, timeout);
}

// Objects.

VKAPI_ATTR VkResult VKAPI_CALL graphics_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                  const VkGraphicsPipelineCreateInfo* infos,
                                                  const VkAllocationCallbacks* with, VkPipeline* out) {
    count_pipelines(count);
    return device_of(device).vk.vkCreateGraphicsPipelines(device, cache, count, infos, with, out);
}

VKAPI_ATTR VkResult VKAPI_CALL compute_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                 const VkComputePipelineCreateInfo* infos,
                                                 const VkAllocationCallbacks* with, VkPipeline* out) {
    count_pipelines(count);
    return device_of(device).vk.vkCreateComputePipelines(device, cache, count, infos, with, out);
}

VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice handle, const VkMemoryAllocateInfo* info,
                                        const VkAllocationCallbacks* with, VkDeviceMemory* out) {
    DeviceState& device = device_of(handle);
    counting().add(&Counters::allocations);
    if (wants(device, "allocation_limit") &&
        info->allocationSize > static_cast<VkDeviceSize>(settings()["allocation_limit"]))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    if (!wants(device, "own_memory")) return device.vk.vkAllocateMemory(handle, info, with, out);
    const bool own = info->memoryTypeIndex == 0;
    const std::scoped_lock lock(mutex);
    if (own && device.own_bytes + info->allocationSize > static_cast<VkDeviceSize>(settings()["own_memory"]))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkMemoryAllocateInfo real = *info;
    real.memoryTypeIndex = 0;
    const VkResult result = device.vk.vkAllocateMemory(handle, &real, with, out);
    if (own && result == VK_SUCCESS) device.own_bytes += device.own[*out] = info->allocationSize;
    return result;
}

// Of both types, if the driver's one is taken for two.
void widen(const DeviceState& device, VkMemoryRequirements& needed) {
    if (wants(device, "own_memory")) needed.memoryTypeBits = 3;
}

VKAPI_ATTR void VKAPI_CALL buffer_needs(VkDevice handle, VkBuffer buffer, VkMemoryRequirements* out) {
    const DeviceState& device = device_of(handle);
    device.vk.vkGetBufferMemoryRequirements(handle, buffer, out);
    widen(device, *out);
}

VKAPI_ATTR void VKAPI_CALL image_needs(VkDevice handle, VkImage image, VkMemoryRequirements* out) {
    const DeviceState& device = device_of(handle);
    device.vk.vkGetImageMemoryRequirements(handle, image, out);
    widen(device, *out);
}

VKAPI_ATTR VkResult VKAPI_CALL map(VkDevice handle, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                                   VkMemoryMapFlags flags, void** data) {
    DeviceState& device = device_of(handle);
    {
        const std::scoped_lock lock(mutex);
        device.mapped.insert(memory);
    }
    return device.vk.vkMapMemory(handle, memory, offset, size, flags, data);
}

VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice handle, VkDeviceMemory memory, const VkAllocationCallbacks* with) {
    DeviceState& device = device_of(handle);
    {
        const std::scoped_lock lock(mutex);
        device.mapped.erase(memory);  // another allocation may get the same handle
        if (const auto at = device.own.find(memory); at != device.own.end()) {
            device.own_bytes -= at->second;
            device.own.erase(at);
        }
    }
    device.vk.vkFreeMemory(handle, memory, with);
}

VKAPI_ATTR VkResult VKAPI_CALL bind_buffer(VkDevice handle, VkBuffer buffer, VkDeviceMemory memory,
                                           VkDeviceSize offset) {
    DeviceState& device = device_of(handle);
    {
        const std::scoped_lock lock(mutex);
        device.buffers[buffer] = memory;
    }
    return device.vk.vkBindBufferMemory(handle, buffer, memory, offset);
}

VKAPI_ATTR VkResult VKAPI_CALL create_queries(VkDevice device, const VkQueryPoolCreateInfo* info,
                                              const VkAllocationCallbacks* with, VkQueryPool* out) {
    const VkResult result = device_of(device).vk.vkCreateQueryPool(device, info, with, out);
    const std::scoped_lock lock(mutex);
    if (result == VK_SUCCESS && info->queryType == VK_QUERY_TYPE_TIMESTAMP) clocks.insert(*out);
    return result;
}

VKAPI_ATTR void VKAPI_CALL reset_queries(VkDevice device, VkQueryPool pool, uint32_t first, uint32_t count) {
    counting().add(&Counters::queries_reset_by_host, count);
    device_of(device).vk.vkResetQueryPool(device, pool, first, count);
}

// As a counter of so many bits would have it: it starts over a second after the first timestamp that is read, and what
// is above its bits means nothing.
void narrow(uint64_t* ticks, size_t count) {
    const int64_t bits = settings()["timestamp_bits"];
    if (bits <= 0 || bits >= 64) return;
    static const uint64_t first = ticks[0];
    constexpr uint64_t kSecond = 1'000'000'000, kNothing = 0xa5a5a5a5a5a5a5a5;
    const uint64_t round = (uint64_t{1} << bits) - 1;
    for (size_t k = 0; k < count; ++k) ticks[k] = ((ticks[k] - first - kSecond) & round) | (kNothing & ~round);
}

VKAPI_ATTR VkResult VKAPI_CALL query_results(VkDevice handle, VkQueryPool pool, uint32_t first, uint32_t count,
                                             size_t bytes, void* data, VkDeviceSize stride, VkQueryResultFlags flags) {
    DeviceState& device = device_of(handle);
    const VkResult result = device.vk.vkGetQueryPoolResults(handle, pool, first, count, bytes, data, stride, flags);
    const std::scoped_lock lock(mutex);
    if (device.chosen && clocks.contains(pool)) narrow(static_cast<uint64_t*>(data), count);
    return result;
}

// Command buffers.

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer commands, uint32_t x, uint32_t y, uint32_t z) {
    counting().add(&Counters::dispatches);
    device_of(commands).vk.vkCmdDispatch(commands, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL draw(VkCommandBuffer commands, uint32_t vertices, uint32_t instances, uint32_t vertex,
                                uint32_t instance) {
    counting().add(&Counters::draws);
    device_of(commands).vk.vkCmdDraw(commands, vertices, instances, vertex, instance);
}

VKAPI_ATTR void VKAPI_CALL barrier(VkCommandBuffer commands, const VkDependencyInfo* info) {
    counting().add(&Counters::barriers);
    device_of(commands).vk.vkCmdPipelineBarrier2(commands, info);
}

VKAPI_ATTR void VKAPI_CALL timestamp(VkCommandBuffer commands, VkPipelineStageFlags2 stage, VkQueryPool pool,
                                     uint32_t query) {
    counting().add(&Counters::timestamps);
    device_of(commands).vk.vkCmdWriteTimestamp2(commands, stage, pool, query);
}

VKAPI_ATTR void VKAPI_CALL begin_query(VkCommandBuffer commands, VkQueryPool pool, uint32_t query,
                                       VkQueryControlFlags flags) {
    counting().add(&Counters::statistics_queries);
    device_of(commands).vk.vkCmdBeginQuery(commands, pool, query, flags);
}

VKAPI_ATTR void VKAPI_CALL reset_in_commands(VkCommandBuffer commands, VkQueryPool pool, uint32_t first,
                                             uint32_t count) {
    counting().add(&Counters::queries_reset_in_commands, count);
    device_of(commands).vk.vkCmdResetQueryPool(commands, pool, first, count);
}

// All memory of a software driver is visible to the host; what the program maps is what it reads or writes there.
bool is_mapped(const DeviceState& device, VkBuffer buffer) {
    const std::scoped_lock lock(mutex);
    const auto memory = device.buffers.find(buffer);
    return memory != device.buffers.end() && device.mapped.contains(memory->second);
}

VKAPI_ATTR void VKAPI_CALL copy_buffer(VkCommandBuffer commands, VkBuffer from, VkBuffer to, uint32_t count,
                                       const VkBufferCopy* regions) {
    DeviceState& device = device_of(commands);
    uint64_t bytes = 0;
    for (uint32_t k = 0; k < count; ++k) bytes += regions[k].size;
    if (is_mapped(device, to)) counting().add(&Counters::bytes_copied_to_host, bytes);
    device.vk.vkCmdCopyBuffer(commands, from, to, count, regions);
}

template <class Function>
PFN_vkVoidFunction plain(Function function) {
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

}  // namespace

PFN_vkVoidFunction device_function(const char* name) {
    static const Named kFunctions[] = {
        {"vkQueueSubmit2", plain(submit2)},
        {"vkQueuePresentKHR", plain(present)},
        {"vkAcquireNextImageKHR", plain(acquire)},
        {"vkWaitForFences", plain(wait_for_fences)},
        {"vkCreateGraphicsPipelines", plain(graphics_pipelines)},
        {"vkCreateComputePipelines", plain(compute_pipelines)},
        {"vkAllocateMemory", plain(allocate)},
        {"vkGetBufferMemoryRequirements", plain(buffer_needs)},
        {"vkGetImageMemoryRequirements", plain(image_needs)},
        {"vkFreeMemory", plain(free_memory)},
        {"vkMapMemory", plain(map)},
        {"vkBindBufferMemory", plain(bind_buffer)},
        {"vkCreateQueryPool", plain(create_queries)},
        {"vkResetQueryPool", plain(reset_queries)},
        {"vkGetQueryPoolResults", plain(query_results)},
        {"vkCmdDispatch", plain(dispatch)},
        {"vkCmdDraw", plain(draw)},
        {"vkCmdPipelineBarrier2", plain(barrier)},
        {"vkCmdWriteTimestamp2", plain(timestamp)},
        {"vkCmdBeginQuery", plain(begin_query)},
        {"vkCmdResetQueryPool", plain(reset_in_commands)},
        {"vkCmdCopyBuffer", plain(copy_buffer)},
    };
    return find(kFunctions, name);
}

}  // namespace conditions
