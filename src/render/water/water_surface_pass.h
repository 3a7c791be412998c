// The picture: water over what is behind it, tone-mapped.
#pragma once
#include <optional>

#include "render/frame_set.h"
#include "render/water/water_set.h"
#include "render/water/water_tiles.h"

namespace undine {

class WaterSurfacePass {
  public:
    WaterSurfacePass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                     uint32_t supersample);

    // submerged: the eye may be in the water, whose surface is then seen from below. The programs for that are made
    // when they are first wanted.
    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, const WaterTiles& tiles,
                bool submerged, Image& picture);

  private:
    Context& context_;
    VkFormat picture_;
    uint32_t supersample_;
    TilePipelines from_outside_;
    std::optional<TilePipelines> submerged_;
};

}  // namespace undine
