#include "render/particle_pass.h"

#include <utility>

#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

Image make_visible(Context& context, uint32_t width, uint32_t height) {
    return Image(context, {.width = width,
                           .height = height,
                           .format = VK_FORMAT_R32_UINT,
                           .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                           .name = "visible particles"});
}

Image make_depth(Context& context, uint32_t width, uint32_t height) {
    return Image(context, {.width = width,
                           .height = height,
                           .format = VK_FORMAT_D32_SFLOAT,
                           .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                    VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                           .name = "scene depth"});
}

}  // namespace

ParticlePass::ParticlePass(Context& context, const FrameSet& set, uint32_t width, uint32_t height)
    : context_(context),
      visible_(make_visible(context, width, height)),
      depth_(make_depth(context, width, height)),
      pipeline_(context, {.vertex = embedded_spirv("render/particles.vert"),
                          .fragment = embedded_spirv("render/particles.frag"),
                          .sets = {set.layout()},
                          .color = {{VK_FORMAT_R32_UINT}},
                          .depth_format = VK_FORMAT_D32_SFLOAT,
                          .depth_compare = VK_COMPARE_OP_GREATER,
                          .name = "particles"}) {}

void ParticlePass::resize(uint32_t width, uint32_t height) {
    Image visible = make_visible(context_, width, height), depth = make_depth(context_, width, height);
    visible_ = std::move(visible);
    depth_ = std::move(depth);
}

void ParticlePass::record(VkCommandBuffer commands, const FrameSet& set, const ParticleView& particles,
                          float sprite, int guard) {
    visible_.barrier(commands, kColorTarget);
    depth_.barrier(commands, kDepthTarget);
    {
        const Rendering rendering(context_, commands,
                                  {.color = &visible_, .depth = &depth_, .clear_color = true, .guard = guard});
        pipeline_.choose(sprite).bind(commands, {set.handle()});
        context_.vk().vkCmdDraw(commands, pipeline_.vertices(sprite, particles.count), 1, 0, 0);
    }
    visible_.barrier(commands, kReadByFragments);
    depth_.barrier(commands, kReadByFragments);
}

}  // namespace undine
