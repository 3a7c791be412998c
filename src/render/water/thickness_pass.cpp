#include "render/water/thickness_pass.h"

#include <algorithm>
#include <cmath>

#include "gpu/embedded_shaders.h"
#include "render/rendering.h"

namespace undine {
namespace {

// A particle fills a cube of its spacing, which is two drawn radii.
constexpr float kParticleVolume = 8;

// From the camera, water and foam; from the sun, water and its depth.
constexpr VkFormat kFormat = VK_FORMAT_R16G16_SFLOAT;

// Pixels. Points are clipped by their centre, so the viewport extends half a sprite beyond the image, up to this limit.
constexpr float kLargestGuard = 512;

struct Target {
    float width, height;
    float volume;  // of a particle, drawn radii³
    float guard;   // pixels
};

Image make_thickness(Context& context, ThicknessPass::From from, uint32_t width, uint32_t height) {
    return Image(context, {.width = width,
                           .height = height,
                           .format = kFormat,
                           .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                    VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                           .name = from == ThicknessPass::From::sun ? "thickness from the sun" : "thickness"});
}

SpritePipeline make_pipeline(Context& context, const FrameSet& set, const WaterSet& water, ThicknessPass::From from,
                             bool foam) {
    return SpritePipeline(
        context, {.vertex = embedded_spirv("render/thickness.vert"),
                  .fragment = embedded_spirv(foam ? "render/foam.frag" : "render/thickness.frag"),
                  .sets = {set.layout(), water.layout()},
                  .push_bytes = sizeof(Target),
                  .constants = set.constants({{1, from == ThicknessPass::From::sun ? 1u : 0u}, {2, foam ? 1u : 0u}}),
                  .color = {{.format = kFormat, .blend = true}},
                  .name = foam ? "foam" : "thickness"});
}

}  // namespace

ThicknessPass::ThicknessPass(Context& context, const FrameSet& set, const WaterSet& water, From from, uint32_t width,
                             uint32_t height)
    : context_(context),
      from_(from),
      thickness_(make_thickness(context, from, width, height)),
      water_(make_pipeline(context, set, water, from, false)),
      foam_(from == From::sun ? std::nullopt : std::optional(make_pipeline(context, set, water, from, true))) {}

void ThicknessPass::resize(uint32_t width, uint32_t height) {
    thickness_ = make_thickness(context_, from_, width, height);
}

void ThicknessPass::record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, ParticleRange range,
                           float sprite, uint32_t divisor) {
    const VkExtent2D part{(thickness_.width() + divisor - 1) / divisor, (thickness_.height() + divisor - 1) / divisor};
    const bool adds = range.first > 0;
    thickness_.barrier(commands, adds ? kColorTargetKept : kColorTarget);
    {
        const float guard = std::ceil(std::min(sprite / 2 + 1, kLargestGuard));
        const Rendering rendering(context_, commands,
                                  {.color = &thickness_,
                                   .clear_color = !adds,
                                   .keep_color = adds,
                                   .part = part,
                                   .guard = static_cast<int>(guard)});
        const Target target{static_cast<float>(part.width), static_cast<float>(part.height), kParticleVolume, guard};
        auto draw = [&](const SpritePipeline& pipeline) {
            pipeline.choose(sprite).bind(commands, {set.handle(), water.handle()});
            pipeline.choose(sprite).push(commands, target);
            pipeline.draw(commands, sprite, range);
        };
        draw(water_);
        if (foam_) draw(*foam_);
    }
    thickness_.barrier(commands, kReadByFragments);
}

}  // namespace undine
