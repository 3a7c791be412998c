// Draws spray, foam and bubbles over the picture as small dots.
#pragma once
#include "render/frame_set.h"
#include "render/sprite_pipeline.h"
#include "render/water/water_set.h"

namespace undine {

class DiffusePass {
  public:
    DiffusePass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture, uint32_t supersample);

    // count: slots, living or not. strength: Look::foam. guard: RenderArgs::guard.
    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, uint32_t count, float strength,
                float guard, Image& picture) const;

  private:
    Context& context_;
    SpritePipeline pipeline_;
};

}  // namespace undine
