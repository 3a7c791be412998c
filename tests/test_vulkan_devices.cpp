#include "test_vulkan_devices.h"

#include <map>

#include "backends/vulkan/vulkan_backend.h"

namespace undine::testing {
namespace {

const Instance& the_instance() {
    static const Instance* const instance = new Instance;
    return *instance;
}

DeviceInfo find_device(const std::string& selection) {
    const std::vector<DeviceInfo> all = list_devices(the_instance());
    return all[choose_device(all, selection)];
}

}  // namespace

VulkanDevice& find_vulkan_device(const std::string& selection) {
    static auto& devices = *new std::map<std::string, std::unique_ptr<VulkanDevice>>;
    std::unique_ptr<VulkanDevice>& device = devices[selection];
    if (!device) device = std::make_unique<VulkanDevice>(the_instance(), find_device(selection));
    return *device;
}

std::unique_ptr<VulkanDevice> open_changed_device(const std::string& selection,
                                                  const std::function<void(DeviceInfo&)>& change) {
    DeviceInfo device = find_device(selection);
    change(device);
    return std::make_unique<VulkanDevice>(the_instance(), device);
}

std::unique_ptr<Backend> make_vulkan_test_backend(const std::string& selection) {
    VulkanDevice& device = find_vulkan_device(selection);
    return std::make_unique<VulkanBackend>(device.context, device.commands);
}

}  // namespace undine::testing
