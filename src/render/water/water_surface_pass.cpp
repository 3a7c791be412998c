#include "render/water/water_surface_pass.h"

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {

namespace {

GraphicsPipelineInfo program(const FrameSet& set, const WaterSet& water, VkFormat picture, uint32_t supersample,
                             bool submerged) {
    return {.fragment = embedded_spirv("render/water_surface.frag"),
            .sets = {set.layout(), water.layout()},
            .constants = set.constants({{1, supersample}, {8, submerged ? 1u : 0u}}),
            .color = {{picture}},
            .name = submerged ? "water surface from below" : "water surface"};
}

}  // namespace

WaterSurfacePass::WaterSurfacePass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                                   uint32_t supersample)
    : context_(context),
      picture_(picture),
      supersample_(supersample),
      from_outside_(context, program(set, water, picture, supersample, false)) {}

void WaterSurfacePass::record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water,
                              const WaterTiles& tiles, bool submerged, Image& picture) {
    if (submerged && !submerged_) submerged_.emplace(context_, program(set, water, picture_, supersample_, true));
    picture.barrier(commands, kColorTarget);
    const Rendering rendering(context_, commands, {.color = &picture});
    (submerged ? *submerged_ : from_outside_).draw(commands, {set.handle(), water.handle()}, tiles);
}

}  // namespace undine
