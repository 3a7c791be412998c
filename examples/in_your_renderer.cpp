// Water inside an application that has a Vulkan device of its own. The application makes instance, device, queue, image
// and command buffers; Undine records its steps and its picture into those, and the application submits them, with two
// frames in flight. The last picture becomes in_your_renderer.ppm.
//     in_your_renderer [SCENE [FRAMES]]
#include <undine/vulkan.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace uc = undine::core;
constexpr uint32_t kWidth = 960, kHeight = 540, kInFlight = 2;
constexpr VkFormat kFormat = VK_FORMAT_B8G8R8A8_UNORM;  // as most windows have it

void check(VkResult result) {
    if (result != VK_SUCCESS) throw std::runtime_error("Vulkan says " + std::to_string(result));
}

VkInstance make_instance() {
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    VkInstance instance;
    check(vkCreateInstance(&info, nullptr, &instance));
    return instance;
}

// The first device with a queue that draws and computes, and that queue's family.
VkPhysicalDevice find_device(VkInstance instance, uint32_t& family) {
    uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance, &count, devices.data());
    constexpr VkQueueFlags kBoth = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    for (VkPhysicalDevice device : devices) {
        uint32_t families = 0;
        vkGetPhysicalDeviceQueueFamilyProperties(device, &families, nullptr);
        std::vector<VkQueueFamilyProperties> properties(families);
        vkGetPhysicalDeviceQueueFamilyProperties(device, &families, properties.data());
        for (family = 0; family < families; ++family)
            if ((properties[family].queueFlags & kBoth) == kBoth) return device;
    }
    throw std::runtime_error("no device draws and computes");
}

// What Undine needs of a device: three features that each of Vulkan 1.3 has, and hostQueryReset.
VkDevice make_device(VkPhysicalDevice gpu, uint32_t family) {
    VkPhysicalDeviceVulkan12Features v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    v12.timelineSemaphore = v12.hostQueryReset = VK_TRUE;
    VkPhysicalDeviceVulkan13Features v13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, &v12};
    v13.synchronization2 = v13.dynamicRendering = VK_TRUE;
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &v13};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    VkDevice device;
    check(vkCreateDevice(gpu, &info, nullptr, &device));
    return device;
}

VkDeviceMemory allocate(VkPhysicalDevice gpu, VkDevice device, const VkMemoryRequirements& needs,
                        VkMemoryPropertyFlags wanted) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(gpu, &memory);
    for (uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
        if (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & wanted) != wanted)
            continue;
        VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        info.allocationSize = needs.size;
        info.memoryTypeIndex = type;
        VkDeviceMemory allocated;
        check(vkAllocateMemory(device, &info, nullptr, &allocated));
        return allocated;
    }
    throw std::runtime_error("no such memory");
}

// The application's picture: an image, as a window would give one, and a buffer that it is copied to.
struct Target {
    VkImage image;
    VkImageView view;
    VkBuffer buffer;
    VkDeviceMemory image_memory, buffer_memory;
};

Target make_target(VkPhysicalDevice gpu, VkDevice device) {
    Target t;
    VkImageCreateInfo image{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    image.imageType = VK_IMAGE_TYPE_2D;
    image.format = kFormat;
    image.extent = {kWidth, kHeight, 1};
    image.mipLevels = image.arrayLayers = 1;
    image.samples = VK_SAMPLE_COUNT_1_BIT;
    image.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    check(vkCreateImage(device, &image, nullptr, &t.image));
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device, t.image, &needs);
    t.image_memory = allocate(gpu, device, needs, 0);
    check(vkBindImageMemory(device, t.image, t.image_memory, 0));
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = t.image;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = kFormat;
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    check(vkCreateImageView(device, &view, nullptr, &t.view));
    VkBufferCreateInfo buffer{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    buffer.size = VkDeviceSize{4} * kWidth * kHeight;
    buffer.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    check(vkCreateBuffer(device, &buffer, nullptr, &t.buffer));
    vkGetBufferMemoryRequirements(device, t.buffer, &needs);
    t.buffer_memory =
        allocate(gpu, device, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkBindBufferMemory(device, t.buffer, t.buffer_memory, 0));
    return t;
}

void transition(VkCommandBuffer commands, const Target& target, VkImageMemoryBarrier2 barrier) {
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = target.image;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.imageMemoryBarrierCount = 1;
    dependency.pImageMemoryBarriers = &barrier;
    vkCmdPipelineBarrier2(commands, &dependency);
}

// One frame: what the application draws before and after would be recorded here too.
uint64_t record_frame(VkCommandBuffer commands, uc::Simulation& water, uc::Renderer& renderer, const Target& target) {
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(commands, &begin));
    VkImageMemoryBarrier2 draw{};
    draw.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;  // of the frame before
    draw.dstStageMask = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT;
    draw.dstAccessMask = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT;
    draw.newLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    transition(commands, target, draw);

    uc::Recording recording(water, commands);
    water.step(2);
    recording.draw(renderer, target.view, kFormat);
    const uint64_t number = recording.end();

    VkImageMemoryBarrier2 copy{};
    copy.srcStageMask = draw.dstStageMask;
    copy.srcAccessMask = draw.dstAccessMask;
    copy.oldLayout = draw.newLayout;
    copy.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    copy.dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT;
    copy.newLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    transition(commands, target, copy);
    VkMemoryBarrier2 both{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};  // the buffer: after the copy of the frame before …
    both.srcStageMask = both.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    both.srcAccessMask = both.dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &both;
    vkCmdPipelineBarrier2(commands, &dependency);
    VkBufferImageCopy all{};
    all.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    all.imageExtent = {kWidth, kHeight, 1};
    vkCmdCopyImageToBuffer(commands, target.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, target.buffer, 1, &all);
    both.dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT;  // … and before the application reads it
    both.dstAccessMask = VK_ACCESS_2_HOST_READ_BIT;
    vkCmdPipelineBarrier2(commands, &dependency);
    check(vkEndCommandBuffer(commands));
    return number;
}

void write_picture(VkDevice device, const Target& target) {
    void* mapped;
    check(vkMapMemory(device, target.buffer_memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    std::FILE* file = std::fopen("in_your_renderer.ppm", "wb");
    if (!file) throw std::runtime_error("in_your_renderer.ppm cannot be written");
    std::fprintf(file, "P6\n%u %u\n255\n", kWidth, kHeight);
    const auto* bgra = static_cast<const unsigned char*>(mapped);
    for (uint32_t p = 0; p < kWidth * kHeight; ++p, bgra += 4) {
        const unsigned char rgb[] = {bgra[2], bgra[1], bgra[0]};
        std::fwrite(rgb, 1, 3, file);
    }
    std::fclose(file);
    vkUnmapMemory(device, target.buffer_memory);
}

void run(const char* scene, int frames) {
    VkInstance instance = make_instance();
    uint32_t family = 0;
    VkPhysicalDevice gpu = find_device(instance, family);
    VkDevice device = make_device(gpu, family);
    VkQueue queue;
    vkGetDeviceQueue(device, family, 0, &queue);
    const Target target = make_target(gpu, device);

    VkCommandPool pool;
    VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool_info.queueFamilyIndex = family;
    check(vkCreateCommandPool(device, &pool_info, nullptr, &pool));
    VkCommandBuffer commands[kInFlight];
    VkCommandBufferAllocateInfo buffers{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    buffers.commandPool = pool;
    buffers.commandBufferCount = kInFlight;
    check(vkAllocateCommandBuffers(device, &buffers, commands));
    VkFence fences[kInFlight];
    VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    for (VkFence& f : fences) check(vkCreateFence(device, &fence, nullptr, &f));

    {
        uc::Simulation water = uc::simulate_on({instance, gpu, device, queue, family}, uc::Scene::load(scene),
                                               {.drawn = uc::Drawn::automatic});
        uc::Renderer renderer(water, {.width = kWidth, .height = kHeight});
        uint64_t recorded[kInFlight] = {};
        for (int frame = 0; frame < frames; ++frame) {
            const int slot = frame % int(kInFlight);
            if (frame >= int(kInFlight)) {
                check(vkWaitForFences(device, 1, &fences[slot], VK_TRUE, UINT64_MAX));
                check(vkResetFences(device, 1, &fences[slot]));
                uc::report_executed(water, recorded[slot]);
            }
            recorded[slot] = record_frame(commands[slot], water, renderer, target);
            VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
            submit.commandBufferCount = 1;
            submit.pCommandBuffers = &commands[slot];
            check(vkQueueSubmit(queue, 1, &submit, fences[slot]));
        }
        check(vkQueueWaitIdle(queue));
        uc::report_executed(water, recorded[(frames - 1) % int(kInFlight)]);
        write_picture(device, target);
        std::printf("%s: %llu steps, %zu particles, %d frames: in_your_renderer.ppm\n", water.backend().c_str(),
                    static_cast<unsigned long long>(water.steps()), water.particle_count(), frames);
    }

    for (VkFence f : fences) vkDestroyFence(device, f, nullptr);
    vkDestroyCommandPool(device, pool, nullptr);
    vkDestroyBuffer(device, target.buffer, nullptr);
    vkDestroyImageView(device, target.view, nullptr);
    vkDestroyImage(device, target.image, nullptr);
    vkFreeMemory(device, target.buffer_memory, nullptr);
    vkFreeMemory(device, target.image_memory, nullptr);
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc > 1 ? argv[1] : "cube_drop", argc > 2 ? std::max(1, std::atoi(argv[2])) : 30);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "in_your_renderer: %s\n", e.what());
        return 1;
    }
}
