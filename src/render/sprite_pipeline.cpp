#include "render/sprite_pipeline.h"

namespace undine {
namespace {

constexpr uint32_t kQuadsId = 0;  // shaders/render/sprite.glsl

Pipeline make(Context& context, GraphicsPipelineInfo info, bool quads) {
    info.topology = quads ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST : VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    info.constants.push_back({kQuadsId, quads ? 1u : 0u});
    info.name += quads ? " (quads)" : " (points)";
    return make_graphics_pipeline(context, info);
}

}  // namespace

SpritePipeline::SpritePipeline(Context& context, GraphicsPipelineInfo info)
    : context_(context),
      largest_point_(context.info().largest_point),
      points_(make(context, info, false)),
      quads_(make(context, info, true)) {}

void SpritePipeline::draw(VkCommandBuffer commands, float pixels, ParticleRange range, uint32_t instances) const {
    const uint32_t vertices = pixels <= largest_point_ ? 1 : 6;
    context_.vk().vkCmdDraw(commands, vertices * range.count, instances, vertices * range.first, 0);
}

}  // namespace undine
