#include "render/water/water_surface_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {

WaterSurfacePass::WaterSurfacePass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                                   uint32_t supersample)
    : context_(context),
      pipelines_(context, {.fragment = embedded_spirv("render/water_surface.frag"),
                           .sets = {set.layout(), water.layout()},
                           .constants = set.with_solids({{1, supersample}}),
                           .color = {{picture}},
                           .name = "water surface"}) {}

void WaterSurfacePass::record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water,
                              const WaterTiles& tiles, Image& picture) const {
    picture.barrier(commands, kColorTarget);
    const Rendering rendering(context_, commands, {.color = &picture});
    pipelines_.draw(commands, {set.handle(), water.handle()}, tiles);
}

}  // namespace undine
