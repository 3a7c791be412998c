#include "undine/vulkan.h"

#include <vector>

#include "backends/vulkan/vulkan_backend.h"
#include "gpu/device_list.h"
#include "gpu/named_device.h"
#include "library/renderer_parts.h"
#include "render/rendering.h"

namespace undine::core {
namespace {

// The device as it is to be used: of its queue families, the application's.
DeviceInfo info_of(const HostDevice& host) {
    DeviceInfo info = read_device(host.physical_device, 0);
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(host.physical_device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(host.physical_device, &count, families.data());
    if (host.queue_family >= count || !(families[host.queue_family].queueFlags & VK_QUEUE_COMPUTE_BIT))
        throw Error(Exit::no_device, "queue family " + std::to_string(host.queue_family) + " of " + describe(info) +
                                         " does not compute; expected one with VK_QUEUE_COMPUTE_BIT");
    info.queue_family = host.queue_family;
    info.timestamp_bits = families[host.queue_family].timestampValidBits;
    info.can_draw = info.can_draw && (families[host.queue_family].queueFlags & VK_QUEUE_GRAPHICS_BIT);
    if (!host.large_points) info.largest_point = 1;
    return info;
}

VulkanBackend& vulkan(Simulation& simulation) {
    VulkanBackend* backend = simulation.parts().solver->backend().in_vulkan_queue();
    if (!backend)
        throw Error(Exit::usage, "this simulation runs on " + simulation.backend() +
                                     "; expected one of simulate_on(), or with the backend \"vulkan\"");
    return *backend;
}

DeviceArray array_of(Simulation& simulation, Field field) {
    const BufferRange range = vulkan(simulation).array(field);
    return {range.buffer, range.offset, range.bytes};
}

}  // namespace

Simulation simulate_on(const HostDevice& host, const Scene& scene, const SimulationOptions& options) {
    if (!host.instance || !host.physical_device || !host.device || !host.queue)
        throw Error(Exit::usage, "HostDevice: expected an instance, a physical device, a device and a queue");
    Machine machine;
    machine.instance = std::make_shared<Instance>(host.instance, host.debug_utils, host.loader);
    machine.context = std::make_unique<Context>(*machine.instance, info_of(host), host.device, host.queue);
    machine.commands = std::make_unique<Commands>(*machine.context);
    return Simulation(std::make_unique<Simulation::Parts>(scene, options, std::move(machine)));
}

DeviceArray position_buffer(Simulation& simulation) { return array_of(simulation, Field::position); }
DeviceArray velocity_buffer(Simulation& simulation) { return array_of(simulation, Field::velocity); }
DeviceArray id_buffer(Simulation& simulation) { return array_of(simulation, Field::id); }

Recording::Recording(Simulation& simulation, VkCommandBuffer commands) : simulation_(&simulation) {
    Simulation::Parts& parts = simulation.parts();
    vulkan(simulation);
    if (parts.recording) throw Error(Exit::usage, "Recording: another one of this simulation has not ended");
    parts.machine.commands->submit();  // what came before has its place in the queue
    parts.machine.commands->begin_borrowed(commands);
    parts.recording = true;
}

Recording::~Recording() {
    if (number_ == 0) end();
}

uint64_t Recording::end() {
    if (number_ != 0) throw Error(Exit::usage, "Recording: it has ended already");
    Simulation::Parts& parts = simulation_->parts();
    parts.recording = false;
    return number_ = parts.machine.commands->end_borrowed();
}

void Recording::make_readable(VkPipelineStageFlags2 stages) {
    vulkan(*simulation_).prepare_read(field_set({Field::position, Field::velocity, Field::id}), stages);
}

void Recording::draw(Renderer& renderer, VkImageView target, VkFormat format, const std::optional<Camera>& camera) {
    Renderer::Parts& parts = renderer.parts();
    if (&parts.simulation != &simulation_->parts())
        throw Error(Exit::usage, "Recording::draw(): expected a renderer of the simulation that is recorded");
    Context& context = *parts.simulation.machine.context;
    Commands& commands = *parts.simulation.machine.commands;
    Image& picture = parts.renderer->picture();
    auto pass = parts.presentation.find(format);
    if (pass == parts.presentation.end()) {
        pass = parts.presentation.try_emplace(format, context, format).first;
        pass->second.write(picture);
    }
    parts.record(camera);
    picture.barrier(commands.get(), kReadByFragments);
    const PassScope scope(commands, "present");
    const Rendering rendering(context, commands.get(), {.view = target, .part = {picture.width(), picture.height()}});
    pass->second.record(commands.get());
}

void report_executed(Simulation& simulation, uint64_t recording) {
    simulation.parts().machine.commands->report_executed(recording);
}

}  // namespace undine::core
