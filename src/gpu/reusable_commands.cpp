#include "gpu/reusable_commands.h"

#include "gpu/check.h"
#include "gpu/context.h"

namespace undine {

ReusableCommands::ReusableCommands(const Context& context, const std::string& name,
                                   const std::function<void(VkCommandBuffer)>& record)
    : context_(context) {
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = context.info().queue_family;
    UNDINE_VK(context.vk().vkCreateCommandPool(context.device(), &pool, nullptr, &pool_));
    try {
        VkCommandBufferAllocateInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        buffer.commandPool = pool_;
        buffer.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
        buffer.commandBufferCount = 1;
        UNDINE_VK(context.vk().vkAllocateCommandBuffers(context.device(), &buffer, &buffer_));
        context.set_name(VK_OBJECT_TYPE_COMMAND_POOL, pool_, name);
        context.set_name(VK_OBJECT_TYPE_COMMAND_BUFFER, buffer_, name);
        VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        begin.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
        UNDINE_VK(context.vk().vkBeginCommandBuffer(buffer_, &begin));
        record(buffer_);
        UNDINE_VK(context.vk().vkEndCommandBuffer(buffer_));
    } catch (...) {
        context.vk().vkDestroyCommandPool(context.device(), pool_, nullptr);
        throw;
    }
}

ReusableCommands::~ReusableCommands() { context_.vk().vkDestroyCommandPool(context_.device(), pool_, nullptr); }

}  // namespace undine
