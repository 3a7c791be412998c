// The picture: water over what is behind it, tone-mapped.
#pragma once
#include "gpu/pipeline.h"
#include "render/frame_set.h"
#include "render/water_set.h"

namespace undine {

class WaterSurfacePass {
  public:
    WaterSurfacePass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture,
                     uint32_t supersample);

    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, Image& picture) const;

  private:
    Context& context_;
    Pipeline pipeline_;
};

}  // namespace undine
