// Vulkan devices for tests, by their driver. The instance and each device that was asked for live as long as the
// process: drivers do not like being unloaded and loaded again.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "gpu/commands.h"
#include "gpu/context.h"
#include "solver/backend.h"

namespace undine::testing {

struct VulkanDevice {
    VulkanDevice(const Instance& instance, const DeviceInfo& info) : context(instance, info), commands(context) {}
    Context context;
    Commands commands;
};

// The device that `selection` means (gpu/device_list.h), opened at the first call. Throws Error(no_device).
VulkanDevice& find_vulkan_device(const std::string& selection);

// The same device once more, with what Undine knows of it changed: lower limits, for instance.
std::unique_ptr<VulkanDevice> open_changed_device(const std::string& selection,
                                                  const std::function<void(DeviceInfo&)>& change);

std::unique_ptr<Backend> make_vulkan_test_backend(const std::string& selection);

}  // namespace undine::testing
