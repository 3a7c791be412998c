#include "render/water/spray_pass.h"

#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

constexpr uint32_t kDots = 4;      // per particle
constexpr float kLargestDot = 60;  // pixels: bound in spray.vert, below the 64 that largePoints guarantees

}  // namespace

SprayPass::SprayPass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                     uint32_t supersample)
    : context_(context),
      pipeline_(context, {.vertex = embedded_spirv("render/spray.vert"),
                          .fragment = embedded_spirv("render/spray.frag"),
                          .sets = {set.layout(), water.layout()},
                          .constants = set.constants({{1, supersample}}),
                          .color = {{.format = picture,
                                     .blend = true,
                                     .source = VK_BLEND_FACTOR_ONE,
                                     .destination = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA}},
                          .name = "spray"}) {}

void SprayPass::record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, ParticleRange range,
                       float guard, Image& picture) const {
    picture.barrier(commands, kColorTargetKept);
    const Rendering rendering(context_, commands,
                              {.color = &picture, .keep_color = true, .guard = static_cast<int>(guard)});
    pipeline_.choose(kLargestDot).bind(commands, {set.handle(), water.handle()});
    pipeline_.draw(commands, kLargestDot, range, kDots);
}

}  // namespace undine
