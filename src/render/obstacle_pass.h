// The boundary particles' nearest surface: solids that shaders/render/background.glsl lights.
#pragma once
#include "gpu/image.h"
#include "render/frame_set.h"
#include "render/sprite_pipeline.h"

namespace undine {

class ObstaclePass {
  public:
    ObstaclePass(Context& context, const FrameSet& set, uint32_t width, uint32_t height);
    void resize(uint32_t width, uint32_t height);

    // sprite: the largest edge of a sprite, pixels; guard: RenderArgs'.
    void record(VkCommandBuffer commands, const FrameSet& set, float sprite, int guard);

    const Image& surface() const { return surface_; }  // RGBA16F: normal; m along the view, 0: none

  private:
    Context& context_;
    Image surface_, depth_;
    SpritePipeline pipeline_;
};

}  // namespace undine
