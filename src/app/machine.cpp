#include "app/machine.h"

#include "backends/cpu/cpu_backend.h"
#include "backends/cuda/cuda_backend.h"
#include "gpu/device_list.h"
#include "gpu/named_device.h"
#include "undine/error.h"

namespace undine {

void Machine::open(const std::string& selection) {
    if (!instance) instance = std::make_shared<Instance>();
    const auto devices = usable_devices();
    context = std::make_unique<Context>(*instance, devices[choose_device(devices, selection)], bool(presents));
    context->set_images_copied(copies_images);
    commands = std::make_unique<Commands>(*context);
}

// What a device lacks for this command is its problem: it is then not the default, and named with the reason.
std::vector<DeviceInfo> Machine::usable_devices() const {
    std::vector<DeviceInfo> devices = list_devices(*instance);
    for (DeviceInfo& d : devices) {
        if (!d.can_run()) continue;
        if (draws && !d.can_draw) d.problem = "it can simulate, but not draw";
        else if (presents && !presents(d)) d.problem = "it cannot show pictures on this display";
    }
    return devices;
}

void Machine::open_to_draw(const std::string& specification) {
    if (context) return;
    if (!instance) instance = std::make_shared<Instance>();
    draws = true;
    std::string selection;
    if (is_cuda(specification)) {
        const CudaDevice simulating = find_cuda_device(specification);
        for (const DeviceInfo& d : usable_devices())
            if (d.uuid == simulating.uuid && d.can_run()) selection = uuid_text(d.uuid);
    }
    open(selection);
}

void Machine::require_no_validation_messages() const {
    if (instance) instance->require_no_validation_messages();
}

std::unique_ptr<Backend> make_backend(const std::string& specification, int threads, Machine& machine,
                                      const VulkanOptions& options, CudaBuild cuda_build) {
    if (specification == "cpu") return make_cpu_backend(threads);
    if (is_cpu(specification))
        return make_cpu_backend(threads, {},
                                find_instruction_set(specification.substr(4), "--backend " + specification));
    if (specification.ends_with(':'))
        throw Error(Exit::usage,
                    "--backend " + specification +
                        " names no device; expected an index, name or UUID of `undine devices` after the colon");
    if (is_cuda(specification))
        return make_cuda_backend(find_cuda_device(specification), read_cuda_selection(specification, cuda_build).build);
    const bool vulkan = specification == "vulkan" || specification.starts_with("vulkan:");
    if (!vulkan)
        throw Error(Exit::usage, "--backend " + specification +
                                     ": unknown backend; expected cpu, vulkan or cuda, or vulkan: or cuda: followed by "
                                     "an index, name or UUID of `undine devices`");
    if (!machine.context) machine.open(specification.size() > 7 ? specification.substr(7) : "");
    return std::make_unique<VulkanBackend>(*machine.context, *machine.commands, options);
}

CudaDevice find_cuda_device(const std::string& specification) {
    const CudaMachine machine = list_cuda_devices();
    return machine.devices[choose_cuda_device(machine, read_cuda_selection(specification, CudaBuild::fast).device)];
}

}  // namespace undine
