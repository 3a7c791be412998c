#include "render/particles/light_map_pass.h"

#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {

LightMapPass::LightMapPass(Context& context, const FrameSet& set, Light light, uint32_t size)
    : context_(context),
      light_(light),
      map_(context, {.width = size,
                     .height = size,
                     .format = VK_FORMAT_D32_SFLOAT,
                     .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                     .name = light == Light::sun ? "sun map" : "sky map"}),
      pipeline_(context, {.vertex = embedded_spirv("render/light_map.vert"),
                          .fragment = embedded_spirv("render/light_map.frag"),
                          .sets = {set.layout()},
                          .push_bytes = sizeof(Push),
                          .depth_format = VK_FORMAT_D32_SFLOAT,
                          .name = "light map"}) {}

void LightMapPass::record(VkCommandBuffer commands, const FrameSet& set, const LightView& view, ParticleRange range,
                          float radius) {
    const bool adds = range.first > 0;
    map_.barrier(commands, adds ? kDepthTargetKept : kDepthTarget);
    {
        const Rendering rendering(context_, commands, {.depth = &map_, .keep_depth = adds, .clear_depth = 1});
        const float sprite = 2 * radius / view.center.w + 1;  // texels
        const Pipeline& pipeline = pipeline_.choose(sprite);
        pipeline.bind(commands, {set.handle()});
        pipeline.push(commands, Push{light_, static_cast<float>(map_.width())});
        pipeline_.draw(commands, sprite, range);
    }
    map_.barrier(commands, kReadByFragments);
}

}  // namespace undine
