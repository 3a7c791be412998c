// The picture: water over what is behind it, tone-mapped.
#pragma once
#include "render/frame_set.h"
#include "render/water/water_set.h"
#include "render/water/water_tiles.h"

namespace undine {

class WaterSurfacePass {
  public:
    WaterSurfacePass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                     uint32_t supersample);

    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, const WaterTiles& tiles,
                Image& picture) const;

  private:
    Context& context_;
    TilePipelines pipelines_;
};

}  // namespace undine
