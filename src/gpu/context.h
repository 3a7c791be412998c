// One logical device with one queue, its function table, memory and pipeline cache. Everything else in src/gpu
// borrows it: destroy it last. Several contexts, even on different drivers, may live in one process.
//
// Device functions are called through the context's own table, never through volk's globals:
//     context.vk().vkCmdDispatch(commands, groups, 1, 1);
#pragma once
#include <volk.h>

#include <memory>
#include <set>
#include <string>

#include "gpu/device_list.h"
#include "gpu/instance.h"
#include "gpu/memory.h"
#include "gpu/pipeline_cache.h"
#include "gpu/shader_overrides.h"

namespace undine {

class Image;
class PipelineBatch;

class Context {
  public:
    // Enables synchronization2, timelineSemaphore and hostQueryReset, dynamicRendering if info().can_draw, and
    // largePoints if the device has it. `presents` adds VK_KHR_swapchain; the extensions that export memory and
    // semaphores are enabled if the device has them. Throws Error(no_device) if the device cannot run Undine, or is to
    // present but cannot.
    Context(const Instance& instance, const DeviceInfo& device, bool presents = false);

    // Borrows a device with the same features enabled, and its queue, of info.queue_family; destroys neither. `info`
    // says what of them may be used: can_draw, largest_point. Throws Error(no_device) if the device lacks a function
    // of Vulkan 1.3 that the features above come with.
    Context(const Instance& instance, const DeviceInfo& info, VkDevice device, VkQueue queue);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    const VolkDeviceTable& vk() const { return vk_; }
    VkDevice device() const { return device_; }
    VkPhysicalDevice physical_device() const { return info_.handle; }
    VkInstance instance() const { return instance_; }
    VkQueue queue() const { return queue_; }  // of info().queue_family
    const DeviceInfo& info() const { return info_; }
    MemoryArena& memory() { return *memory_; }
    VkPipelineCache pipeline_cache() const { return pipeline_cache_->handle(); }
    void save_pipelines() { pipeline_cache_->save(); }
    PipelineBatch* pipeline_batch() const { return pipeline_batch_; }  // nullptr: pipelines are compiled when made
    void set_pipeline_batch(PipelineBatch* batch) { pipeline_batch_ = batch; }
    bool exports_memory() const { return exports_memory_; }          // VK_KHR_external_memory_fd
    bool exports_semaphores() const { return exports_semaphores_; }  // VK_KHR_external_semaphore_fd
    ShaderOverrides& shaders() { return shaders_; }                  // applied to pipelines made from here on

    // All images on the device but a window's, in no order.
    std::set<Image*>& images() { return images_; }

    // Whether all images made from here on can be copied from, besides what they are for.
    void set_images_copied(bool on) { images_copied_ = on; }
    bool images_copied() const { return images_copied_; }

    // The object's name in validation messages, profilers and frame debuggers; does nothing without VK_EXT_debug_utils.
    template <class Handle>
    void set_name(VkObjectType type, Handle handle, const std::string& name) const {
        set_object_name(type, (uint64_t)handle, name);  // NOLINT: a pointer or an integer, by platform
    }
    void begin_label(VkCommandBuffer commands, const std::string& text) const;
    void end_label(VkCommandBuffer commands) const;

    bool labels() const { return has_debug_utils_; }

    // The device's timestamp and, read at the same time, that of std::chrono::steady_clock, ns; false if the device
    // cannot (VK_EXT_calibrated_timestamps).
    bool read_clocks(uint64_t& ticks, int64_t& ns) const;

    // Whether queries may count the invocations of vertex, fragment and compute shaders.
    bool counts_invocations() const { return counts_invocations_; }

    // Waits until the queue is idle.
    void wait_idle() const;

  private:
    void create_device(bool presents);
    void make_parts();
    void load_functions();
    void set_object_name(VkObjectType type, uint64_t handle, const std::string& name) const;

    VkInstance instance_;
    DeviceInfo info_;
    bool has_debug_utils_;
    bool exports_memory_ = false, exports_semaphores_ = false, calibrates_time_ = false, counts_invocations_ = false;
    bool borrowed_ = false;  // device and queue
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    VolkDeviceTable vk_{};
    std::unique_ptr<MemoryArena> memory_;
    std::unique_ptr<PipelineCache> pipeline_cache_;
    PipelineBatch* pipeline_batch_ = nullptr;
    ShaderOverrides shaders_;
    std::set<Image*> images_;
    bool images_copied_ = false;
};

}  // namespace undine
