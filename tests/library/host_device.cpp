#include "host_device.h"

#include <gtest/gtest.h>

#include <vector>

namespace undine::testing {

Host::Host(const std::string& name) {
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    if (vkCreateInstance(&info, nullptr, &instance_) != VK_SUCCESS) return;
    uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance_, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance_, &count, devices.data());
    for (VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(device, &properties);
        if (!gpu_ && std::string(properties.deviceName).find(name) != std::string::npos) gpu_ = device;
    }
    if (!gpu_) return;
    VkPhysicalDeviceVulkan12Features v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    v12.timelineSemaphore = v12.hostQueryReset = VK_TRUE;
    VkPhysicalDeviceVulkan13Features v13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, &v12};
    v13.synchronization2 = v13.dynamicRendering = VK_TRUE;
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1;  // of family 0, which draws and computes on the drivers of the tests
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo create{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &v13};
    create.queueCreateInfoCount = 1;
    create.pQueueCreateInfos = &queue;
    if (vkCreateDevice(gpu_, &create, nullptr, &device_) != VK_SUCCESS) return;
    vkGetDeviceQueue(device_, family_, 0, &queue_);
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = family_;
    vkCreateCommandPool(device_, &pool, nullptr, &pool_);
}

Host::~Host() {
    if (device_) {
        vkDestroyCommandPool(device_, pool_, nullptr);
        vkDestroyDevice(device_, nullptr);
    }
    if (instance_) vkDestroyInstance(instance_, nullptr);
}

VkCommandBuffer Host::record(const std::function<void(VkCommandBuffer)>& commands) {
    VkCommandBuffer buffer = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = pool_;
    info.commandBufferCount = 1;
    EXPECT_EQ(vkAllocateCommandBuffers(device_, &info, &buffer), VK_SUCCESS);
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    EXPECT_EQ(vkBeginCommandBuffer(buffer, &begin), VK_SUCCESS);
    commands(buffer);
    EXPECT_EQ(vkEndCommandBuffer(buffer), VK_SUCCESS);
    return buffer;
}

void Host::run(VkCommandBuffer commands) {
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    EXPECT_EQ(vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), VK_SUCCESS);
    EXPECT_EQ(vkQueueWaitIdle(queue_), VK_SUCCESS);
}

}  // namespace undine::testing
