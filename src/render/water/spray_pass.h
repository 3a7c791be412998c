// Draws loose water over the picture as soft dots, if its drops would be too small to be recognized.
#pragma once
#include "render/frame_set.h"
#include "render/sprite_pipeline.h"
#include "render/water/water_set.h"

namespace undine {

class SprayPass {
  public:
    SprayPass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture, uint32_t supersample);

    // Draws over the picture. guard: RenderArgs::guard.
    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, ParticleRange range, float guard,
                Image& picture) const;

  private:
    Context& context_;
    SpritePipeline pipeline_;
};

}  // namespace undine
