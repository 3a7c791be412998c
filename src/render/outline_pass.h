// The tank's edges as thin smooth lines over the picture, faint behind the fluid.
#pragma once
#include "gpu/pipeline.h"
#include "render/frame_set.h"

namespace undine {

class OutlinePass {
  public:
    OutlinePass(Context& context, const FrameSet& set, VkFormat picture, uint32_t supersample);

    // Draws over the picture. edges: RenderArgs::tank_edges.
    void record(VkCommandBuffer commands, const FrameSet& set, uint32_t edges, Image& picture) const;

  private:
    Context& context_;
    Pipeline pipeline_;
};

}  // namespace undine
