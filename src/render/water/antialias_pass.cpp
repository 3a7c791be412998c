#include "render/water/antialias_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
AntialiasPass::AntialiasPass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                             uint32_t width, uint32_t height)
    : context_(context),
      composed_(make_target(context, "composed", picture, width, height)),
      pipelines_(context, {.fragment = embedded_spirv("render/antialias.frag"),
                           .sets = {set.layout(), water.layout()},
                           .constants = set.constants(),
                           .color = {{picture}},
                           .name = "antialias"}) {}

void AntialiasPass::resize(uint32_t width, uint32_t height) {
    composed_ = make_target(context_, "composed", composed_.format(), width, height);
}

void AntialiasPass::record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water,
                           const WaterTiles& tiles, Image& picture) {
    composed_.barrier(commands, kReadByFragments);
    picture.barrier(commands, kColorTarget);
    const Rendering rendering(context_, commands, {.color = &picture});
    pipelines_.draw(commands, {set.handle(), water.handle()}, tiles);
}

}  // namespace undine
