// Sky light that reaches the floor past the fluid, from the sky map: a small map for smooth soft contact shadows.
#pragma once
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "render/frame_set.h"

namespace undine {

class FloorLightPass {
  public:
    // size: texels of an edge, that of the sky map.
    FloorLightPass(Context& context, const FrameSet& set, uint32_t size);
    void record(VkCommandBuffer commands, const FrameSet& set);
    const Image& map() const { return map_; }  // R8: share of the sky that is seen

  private:
    Context& context_;
    Image map_;
    Pipeline pipeline_;
};

}  // namespace undine
