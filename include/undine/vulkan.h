// A simulation inside an application that has a Vulkan device of its own: it borrows device and queue, records its
// steps and pictures into the application's command buffers, and never submits one of those, nor waits for it.
//
//     undine::core::Simulation water = undine::core::simulate_on({instance, gpu, device, queue, family}, scene);
//     …
//     vkBeginCommandBuffer(commands, …);
//     undine::core::Recording recording(water, commands);
//     water.step();                                         // recorded, not run
//     recording.make_readable(VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT);
//     const uint64_t number = recording.end();
//     …draw from position_buffer(water), submit with a fence, wait for the fence…
//     undine::core::report_executed(water, number);
//
// Functions that copy (Simulation::particles(), set_particles(), Renderer::draw()) record and submit command buffers of
// the library's own to the same queue and wait for them: they may not be called between a Recording and the report that
// it was executed, and the application must not use the queue meanwhile.
#pragma once
#include <vulkan/vulkan_core.h>

#include "undine/renderer.h"

namespace undine::core {

// Of Vulkan 1.3, or of 1.2 with VK_KHR_synchronization2 and VK_KHR_dynamic_rendering. The device must have enabled
// synchronization2, timelineSemaphore and hostQueryReset, and dynamicRendering if pictures are drawn. All of it must
// outlive the simulation.
struct HostDevice {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical_device = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
    uint32_t queue_family = 0;  // of the queue; it must compute, and draw if pictures are drawn
    bool large_points = false;  // that feature is enabled too: spheres are drawn faster
    bool debug_utils = false;   // the instance has VK_EXT_debug_utils: passes and objects get their names
    PFN_vkGetInstanceProcAddr loader = nullptr;  // nullptr: the system's Vulkan loader
};

// options.backend is not read. Waits for uploads on the queue. Throws Error(no_device) for a device that cannot run it.
Simulation simulate_on(const HostDevice& device, const Scene& scene, const SimulationOptions& options = {});

// A buffer of the simulation, of one element for each particle that there may be, to be bound as a storage buffer.
// Valid until the simulation is destroyed. Of a scene whose particles come and go, the first particle_count() live.
struct DeviceArray {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceSize offset = 0, bytes = 0;
};
DeviceArray position_buffer(Simulation& simulation);  // vec4: m; w: density, kg/m³
DeviceArray velocity_buffer(Simulation& simulation);  // vec4: m/s; w: pressure, Pa
DeviceArray id_buffer(Simulation& simulation);        // uint

// From its constructor until end(), what the simulation does is recorded into the command buffer, which the application
// has begun, outside of rendering, and submits to the simulation's queue once, in the order of recordings.
class Recording {
  public:
    Recording(Simulation& simulation, VkCommandBuffer commands);
    ~Recording();  // ends it
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    // Makes the particles' arrays readable by these stages (vertex, fragment or compute shaders, or copies) of what the
    // application records next; the steps of later recordings wait for those reads.
    void make_readable(VkPipelineStageFlags2 stages);

    // Draws into an image of the renderer's size and of that format, which is in
    // VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL and ready for writes at VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT.
    // Every pixel is written.
    void draw(Renderer& renderer, VkImageView target, VkFormat format,
              const std::optional<Camera>& camera = std::nullopt);

    // The number of this recording, for report_executed().
    uint64_t end();

  private:
    Simulation* simulation_;
    uint64_t number_ = 0;  // 0: not ended
};

// That recording and all before it have been executed, as a fence or semaphore of their submissions says. Floating
// solids need it: each of their steps takes what the water did two steps before, and throws Error(usage) if that has
// not been reported. Otherwise only functions that copy do.
void report_executed(Simulation& simulation, uint64_t recording);

}  // namespace undine::core
