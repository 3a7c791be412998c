// A Vulkan device of an application: made without anything of Undine's.
#pragma once
#include <undine/vulkan.h>
#include <vulkan/vulkan.h>

#include <functional>
#include <string>

namespace undine::testing {

class Host {
  public:
    // The first device whose name holds `name`; is_there() says whether there is one that draws and computes.
    explicit Host(const std::string& name);
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    bool is_there() const { return device_ != VK_NULL_HANDLE; }
    core::HostDevice device() const { return {instance_, gpu_, device_, queue_, family_}; }

    // Records into a new command buffer, without submitting it.
    VkCommandBuffer record(const std::function<void(VkCommandBuffer)>& commands);

    // Submits it and waits until it has been executed.
    void run(VkCommandBuffer commands);

  private:
    VkInstance instance_ = VK_NULL_HANDLE;
    VkPhysicalDevice gpu_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    uint32_t family_ = 0;
};

}  // namespace undine::testing
