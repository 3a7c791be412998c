#include "test_vulkan_devices.h"

#include <map>

#include "backends/vulkan/vulkan_backend.h"

namespace undine::testing {

VulkanDevice& find_vulkan_device(const std::string& selection) {
    static const Instance* const instance = new Instance;
    static auto& devices = *new std::map<std::string, std::unique_ptr<VulkanDevice>>;
    std::unique_ptr<VulkanDevice>& device = devices[selection];
    if (!device) {
        const std::vector<DeviceInfo> all = list_devices(*instance);
        device = std::make_unique<VulkanDevice>(*instance, all[choose_device(all, selection)]);
    }
    return *device;
}

std::unique_ptr<Backend> make_vulkan_test_backend(const std::string& selection) {
    VulkanDevice& device = find_vulkan_device(selection);
    return std::make_unique<VulkanBackend>(device.context, device.commands);
}

}  // namespace undine::testing
