#include "render/water/diffuse_pass.h"

#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr float kLargestDot = 60;  // pixels: bound in diffuse.vert, below the 64 that largePoints guarantees

struct Dots {
    uint32_t count;
    float strength;
};

}  // namespace

DiffusePass::DiffusePass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                         uint32_t supersample)
    : context_(context),
      pipeline_(context, {.vertex = embedded_spirv("render/diffuse.vert"),
                          .fragment = embedded_spirv("render/diffuse.frag"),
                          .sets = {set.layout(), water.layout()},
                          .push_bytes = sizeof(Dots),
                          .constants = set.with_solids({{1, supersample}}),
                          .color = {{.format = picture,
                                     .blend = true,
                                     .source = VK_BLEND_FACTOR_ONE,
                                     .destination = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA}},
                          .name = "diffuse"}) {}

void DiffusePass::record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, uint32_t count,
                         float strength, float guard, Image& picture) const {
    picture.barrier(commands, kColorTargetKept);
    const Rendering rendering(context_, commands,
                              {.color = &picture, .keep_color = true, .guard = static_cast<int>(guard)});
    const Pipeline& pipeline = pipeline_.choose(kLargestDot);
    pipeline.bind(commands, {set.handle(), water.handle()});
    pipeline.push(commands, Dots{count, strength});
    context_.vk().vkCmdDraw(commands, pipeline_.vertices(kLargestDot, count), 1, 0, 0);
}

}  // namespace undine
