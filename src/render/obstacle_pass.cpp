#include "render/obstacle_pass.h"

#include <utility>

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr VkFormat kFormat = VK_FORMAT_R16G16B16A16_SFLOAT;

Image make_image(Context& context, VkFormat format, VkImageUsageFlags usage, uint32_t width, uint32_t height) {
    return Image(context, {.width = width, .height = height, .format = format, .usage = usage, .name = "obstacles"});
}
Image make_surface(Context& context, uint32_t width, uint32_t height) {
    return make_image(context, kFormat, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT, width, height);
}
Image make_depth(Context& context, uint32_t width, uint32_t height) {
    return make_image(context, VK_FORMAT_D32_SFLOAT, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, width, height);
}

}  // namespace

ObstaclePass::ObstaclePass(Context& context, const FrameSet& set, uint32_t width, uint32_t height)
    : context_(context),
      surface_(make_surface(context, width, height)),
      depth_(make_depth(context, width, height)),
      pipeline_(context, {.vertex = embedded_spirv("render/obstacles.vert"),
                          .fragment = embedded_spirv("render/obstacles.frag"),
                          .sets = {set.layout()},
                          .color = {{kFormat}},
                          .depth_format = VK_FORMAT_D32_SFLOAT,
                          .depth_compare = VK_COMPARE_OP_GREATER,
                          .name = "obstacles"}) {}

void ObstaclePass::resize(uint32_t width, uint32_t height) {
    Image surface = make_surface(context_, width, height), depth = make_depth(context_, width, height);
    surface_ = std::move(surface);
    depth_ = std::move(depth);
}

void ObstaclePass::record(VkCommandBuffer commands, const FrameSet& set, float sprite, int guard) {
    surface_.barrier(commands, kColorTarget);
    depth_.barrier(commands, kDepthTarget);
    {
        const Rendering rendering(context_, commands,
                                  {.color = &surface_, .depth = &depth_, .clear_color = true, .guard = guard});
        pipeline_.choose(sprite).bind(commands, {set.handle()});
        context_.vk().vkCmdDraw(commands, pipeline_.vertices(sprite, set.obstacle_count()), 1, 0, 0);
    }
    surface_.barrier(commands, kReadByFragments);
}

}  // namespace undine
