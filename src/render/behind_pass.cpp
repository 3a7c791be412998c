#include "render/behind_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr VkFormat kFormat = VK_FORMAT_R16G16B16A16_SFLOAT;

Image make_scene(Context& context, uint32_t width, uint32_t height) {
    return Image(context, {.width = width,
                           .height = height,
                           .format = kFormat,
                           .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                           .name = "behind the water"});
}

}  // namespace

BehindPass::BehindPass(Context& context, const FrameSet& set, const WaterSet& water, uint32_t width, uint32_t height)
    : context_(context),
      scene_(make_scene(context, width, height)),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv("render/behind.frag"),
                                                 .sets = {set.layout(), water.layout()},
                                                 .color = {{kFormat}},
                                                 .name = "behind the water"})) {}

void BehindPass::resize(uint32_t width, uint32_t height) { scene_ = make_scene(context_, width, height); }

void BehindPass::record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water) {
    scene_.barrier(commands, kColorTarget);
    {
        const Rendering rendering(context_, commands, {.color = &scene_});
        pipeline_.bind(commands, {set.handle(), water.handle()});
        context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
    }
    scene_.barrier(commands, kReadByFragments);
}

}  // namespace undine
