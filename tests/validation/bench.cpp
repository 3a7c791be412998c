#include "bench.h"

#include <algorithm>
#include <array>

namespace canary {

namespace {

constexpr VkDeviceSize kBlockSize = 4 << 20;

}  // namespace

void check(VkResult result, const char* what) {
    if (result != VK_SUCCESS) throw std::runtime_error(std::string(what) + " failed: " + std::to_string(result));
}

Bench::Bench() {
    check(volkInitialize(), "finding the Vulkan loader");
    VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                  .pApplicationName = "undine-canaries",
                                  .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    check(vkCreateInstance(&info, nullptr, &instance_), "vkCreateInstance");
    volkLoadInstance(instance_);
    create_device();

    VkCommandPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = family_};
    check(vkCreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
    const std::array<VkDescriptorPoolSize, 3> sizes{{{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 32},
                                                     {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 8},
                                                     {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 8}}};
    VkDescriptorPoolCreateInfo descriptors{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                           .maxSets = 16,
                                           .poolSizeCount = sizes.size(),
                                           .pPoolSizes = sizes.data()};
    check(vkCreateDescriptorPool(device_, &descriptors, nullptr, &descriptors_), "vkCreateDescriptorPool");
    VkSamplerCreateInfo sampler{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    check(vkCreateSampler(device_, &sampler, nullptr, &sampler_), "vkCreateSampler");
    begin();
}

void Bench::create_device() {
    uint32_t count = 0;
    check(vkEnumeratePhysicalDevices(instance_, &count, nullptr), "vkEnumeratePhysicalDevices");
    if (count == 0) throw std::runtime_error("no Vulkan device");
    std::vector<VkPhysicalDevice> found(count);
    check(vkEnumeratePhysicalDevices(instance_, &count, found.data()), "vkEnumeratePhysicalDevices");
    physical_ = found.front();

    vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
    const VkQueueFlags needed = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    while (family_ < count && (families[family_].queueFlags & needed) != needed) ++family_;
    if (family_ == count) throw std::runtime_error("no queue with graphics and compute");

    // Only what the canaries use. robustBufferAccess stays off: GPU-assisted validation is blind beside it.
    VkPhysicalDeviceVulkan13Features available13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceFeatures2 available{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &available13};
    vkGetPhysicalDeviceFeatures2(physical_, &available);
    if (!available13.synchronization2 || !available13.dynamicRendering || !available.features.fragmentStoresAndAtomics)
        throw std::runtime_error("the device lacks synchronization2, dynamicRendering or fragmentStoresAndAtomics");
    VkPhysicalDeviceVulkan13Features enabled13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                               .synchronization2 = VK_TRUE,
                                               .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceFeatures2 enabled{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &enabled13};
    enabled.features.fragmentStoresAndAtomics = VK_TRUE;

    const float priority = 1;
    VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                  .queueFamilyIndex = family_,
                                  .queueCount = 1,
                                  .pQueuePriorities = &priority};
    VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                            .pNext = &enabled,
                            .queueCreateInfoCount = 1,
                            .pQueueCreateInfos = &queue};
    check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
    volkLoadDevice(device_);
    vkGetDeviceQueue(device_, family_, 0, &queue_);
}

Bench::~Bench() {
    if (device_) {
        vkDeviceWaitIdle(device_);
        for (VkPipeline pipeline : pipelines_) vkDestroyPipeline(device_, pipeline, nullptr);
        for (VkPipelineLayout layout : layouts_) vkDestroyPipelineLayout(device_, layout, nullptr);
        for (VkDescriptorSetLayout layout : set_layouts_) vkDestroyDescriptorSetLayout(device_, layout, nullptr);
        for (VkShaderModule module : modules_) vkDestroyShaderModule(device_, module, nullptr);
        for (const Image& image : images_) {
            vkDestroyImageView(device_, image.view, nullptr);
            vkDestroyImage(device_, image.handle, nullptr);
        }
        for (VkBuffer buffer : buffers_) vkDestroyBuffer(device_, buffer, nullptr);
        for (const auto& [type, block] : blocks_) vkFreeMemory(device_, block.memory, nullptr);
        vkDestroySampler(device_, sampler_, nullptr);
        vkDestroyDescriptorPool(device_, descriptors_, nullptr);
        vkDestroyCommandPool(device_, pool_, nullptr);
        vkDestroyDevice(device_, nullptr);
    }
    vkDestroyInstance(instance_, nullptr);
}

void Bench::begin() {
    VkCommandBufferAllocateInfo allocate{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = pool_,
                                         .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                         .commandBufferCount = 1};
    check(vkAllocateCommandBuffers(device_, &allocate, &commands_), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                  .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    check(vkBeginCommandBuffer(commands_, &info), "vkBeginCommandBuffer");
}

void Bench::submit_only() {
    check(vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
    VkCommandBufferSubmitInfo commands{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                       .commandBuffer = commands_};
    VkSubmitInfo2 info{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .commandBufferInfoCount = 1, .pCommandBufferInfos = &commands};
    check(vkQueueSubmit2(queue_, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit2");
    begin();
}

void Bench::submit() {
    submit_only();
    check(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
}

void Bench::barrier(Scope source, Scope destination) {
    VkMemoryBarrier2 memory{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                            .srcStageMask = source.stage,
                            .srcAccessMask = source.access,
                            .dstStageMask = destination.stage,
                            .dstAccessMask = destination.access};
    VkDependencyInfo info{
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &memory};
    vkCmdPipelineBarrier2(commands_, &info);
}

// A place in the one block of a memory type that the resource accepts.
VkDeviceMemory Bench::place(const VkMemoryRequirements& needs, VkDeviceSize& offset) {
    uint32_t type = 0;
    while (!(needs.memoryTypeBits >> type & 1)) ++type;
    if (!blocks_.contains(type)) {
        VkMemoryAllocateInfo info{
            .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = kBlockSize, .memoryTypeIndex = type};
        Block block{};
        check(vkAllocateMemory(device_, &info, nullptr, &block.memory), "vkAllocateMemory");
        blocks_[type] = block;
    }
    Block& block = blocks_[type];
    // 64 KiB apart: above every bufferImageGranularity, and an access out of bounds stays inside the block.
    const VkDeviceSize step = std::max<VkDeviceSize>(needs.alignment, 64 << 10);
    offset = (block.used + step - 1) / step * step;
    block.used = offset + needs.size;
    if (block.used > kBlockSize) throw std::runtime_error("the canary needs more than one block of memory");
    return block.memory;
}

Buffer Bench::buffer(VkBufferUsageFlags usage) {
    Buffer buffer{.size = kElements * sizeof(uint32_t)};
    VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = buffer.size, .usage = usage};
    check(vkCreateBuffer(device_, &info, nullptr, &buffer.handle), "vkCreateBuffer");
    buffers_.push_back(buffer.handle);
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device_, buffer.handle, &needs);
    VkDeviceSize offset = 0;
    VkDeviceMemory memory = place(needs, offset);
    check(vkBindBufferMemory(device_, buffer.handle, memory, offset), "vkBindBufferMemory");
    return buffer;
}

Image Bench::image(bool ready) {
    const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    Image image;
    VkImageCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = format,
        .extent = {kImageExtent, kImageExtent, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT};
    check(vkCreateImage(device_, &info, nullptr, &image.handle), "vkCreateImage");
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device_, image.handle, &needs);
    VkDeviceSize offset = 0;
    VkDeviceMemory memory = place(needs, offset);
    check(vkBindImageMemory(device_, image.handle, memory, offset), "vkBindImageMemory");
    const VkImageSubresourceRange whole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkImageViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                               .image = image.handle,
                               .viewType = VK_IMAGE_VIEW_TYPE_2D,
                               .format = format,
                               .subresourceRange = whole};
    check(vkCreateImageView(device_, &view, nullptr, &image.view), "vkCreateImageView");
    images_.push_back(image);
    if (!ready) return image;

    VkImageMemoryBarrier2 transition{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
                                     .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                     .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
                                     .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                     .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .image = image.handle,
                                     .subresourceRange = whole};
    VkDependencyInfo dependency{
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &transition};
    vkCmdPipelineBarrier2(commands_, &dependency);
    return image;
}

}  // namespace canary
