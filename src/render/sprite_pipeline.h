// A pipeline that draws a sprite for each particle: a point, or two triangles if the device's points are too small.
#pragma once
#include "gpu/context.h"
#include "gpu/pipeline.h"
#include "render/picture_pass.h"

namespace undine {

class SpritePipeline {
  public:
    // info: topology and constant 0 are set here.
    SpritePipeline(Context& context, GraphicsPipelineInfo info);

    // pixels: the largest edge of a sprite in this draw.
    const Pipeline& choose(float pixels) const { return pixels <= largest_point_ ? points_ : quads_; }

    // Draws them, `instances` times each, with choose(pixels), which is bound.
    void draw(VkCommandBuffer commands, float pixels, ParticleRange range, uint32_t instances = 1) const;

  private:
    const Context& context_;
    float largest_point_;
    Pipeline points_, quads_;
};

}  // namespace undine
