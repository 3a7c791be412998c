// The picture: water over what is behind it, tone-mapped, and the tank's edges.
#pragma once
#include "gpu/pipeline.h"
#include "render/outline_pass.h"
#include "render/water_set.h"

namespace undine {

class WaterSurfacePass {
  public:
    WaterSurfacePass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                     uint32_t supersample);

    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, uint32_t tank_edges,
                Image& picture) const;

  private:
    Context& context_;
    Pipeline pipeline_;
    OutlinePass outline_pass_;
};

}  // namespace undine
