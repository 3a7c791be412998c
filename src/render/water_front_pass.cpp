#include "render/water_front_pass.h"

#include <utility>

#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

Image make_front(Context& context, uint32_t width, uint32_t height) {
    return Image(context, {.width = width,
                           .height = height,
                           .format = VK_FORMAT_R32_SFLOAT,
                           .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                    VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                           .name = "water front"});
}

Image make_depth(Context& context, uint32_t width, uint32_t height) {
    return Image(context, {.width = width,
                           .height = height,
                           .format = VK_FORMAT_D32_SFLOAT,
                           .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                    VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                           .name = "water depth"});
}

}  // namespace

WaterFrontPass::WaterFrontPass(Context& context, const FrameSet& set, const WaterSet& water, uint32_t width,
                               uint32_t height)
    : context_(context),
      front_(make_front(context, width, height)),
      depth_(make_depth(context, width, height)),
      pipeline_(context, {.vertex = embedded_spirv("render/water_front.vert"),
                          .fragment = embedded_spirv("render/water_front.frag"),
                          .sets = {set.layout(), water.layout()},
                          .color = {{VK_FORMAT_R32_SFLOAT}},
                          .depth_format = VK_FORMAT_D32_SFLOAT,
                          .depth_compare = VK_COMPARE_OP_GREATER,
                          .name = "water front"}) {}

void WaterFrontPass::resize(uint32_t width, uint32_t height) {
    Image front = make_front(context_, width, height), depth = make_depth(context_, width, height);
    front_ = std::move(front);
    depth_ = std::move(depth);
}

void WaterFrontPass::record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water,
                            const ParticleView& particles, float sprite, const RenderArgs& args) {
    front_.barrier(commands, kColorTarget);
    depth_.barrier(commands, kDepthTarget);
    {
        const Rendering rendering(context_, commands,
                                  {.color = &front_,
                                   .depth = &depth_,
                                   .clear_color = true,
                                   .part = {args.front_width, args.front_height},
                                   .guard = static_cast<int>(args.guard)});
        pipeline_.choose(sprite).bind(commands, {set.handle(), water.handle()});
        context_.vk().vkCmdDraw(commands, pipeline_.vertices(sprite, particles.count), 1, 0, 0);
    }
    depth_.barrier(commands, kReadByFragments);
}

}  // namespace undine
