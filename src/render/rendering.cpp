#include "render/rendering.h"

namespace undine {

Rendering::Rendering(const Context& context, VkCommandBuffer commands, const Attachments& a)
    : context_(context), commands_(commands) {
    const Image* any = a.color ? a.color : a.depth;
    const VkExtent2D extent = a.part.width > 0 ? a.part : VkExtent2D{any->width(), any->height()};
    VkRenderingAttachmentInfo color{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    VkRenderingAttachmentInfo depth{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea.extent = extent;
    info.layerCount = 1;
    if (a.color || a.view) {
        color.imageView = a.color ? a.color->view() : a.view;
        color.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
        color.loadOp = a.clear_color  ? VK_ATTACHMENT_LOAD_OP_CLEAR
                       : a.keep_color ? VK_ATTACHMENT_LOAD_OP_LOAD
                                      : VK_ATTACHMENT_LOAD_OP_DONT_CARE;
        color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        info.colorAttachmentCount = 1;
        info.pColorAttachments = &color;
    }
    if (a.depth) {
        depth.imageView = a.depth->view();
        depth.imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL;
        depth.loadOp = a.keep_depth ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR;
        depth.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        depth.clearValue.depthStencil.depth = a.clear_depth;
        info.pDepthAttachment = &depth;
    }
    context.vk().vkCmdBeginRendering(commands, &info);
    const float guard = static_cast<float>(a.guard);
    const VkViewport viewport{
        -guard, -guard, static_cast<float>(extent.width) + 2 * guard, static_cast<float>(extent.height) + 2 * guard,
        0,      1};
    const VkRect2D scissor{{0, 0}, extent};
    context.vk().vkCmdSetViewport(commands, 0, 1, &viewport);
    context.vk().vkCmdSetScissor(commands, 0, 1, &scissor);
}

Rendering::~Rendering() { context_.vk().vkCmdEndRendering(commands_); }

Image make_target(Context& context, const char* name, VkFormat format, uint32_t width, uint32_t height) {
    return Image(context, {.width = width,
                           .height = height,
                           .format = format,
                           .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                           .name = name});
}

}  // namespace undine
