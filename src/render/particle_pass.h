// Which particle is seen at each sample of the picture, and how far away: exact spheres in point sprites.
#pragma once
#include "render/frame_set.h"
#include "render/sprite_pipeline.h"

namespace undine {

class ParticlePass {
  public:
    // width, height: of the picture times supersample.
    ParticlePass(Context& context, const FrameSet& set, uint32_t width, uint32_t height);

    // Nothing that uses the images is in flight.
    void resize(uint32_t width, uint32_t height);

    // sprite: the largest edge of a sprite, in samples. guard: that of RenderArgs.
    void record(VkCommandBuffer commands, const FrameSet& set, const ParticleView& particles, float sprite,
                int guard);
    const Image& visible() const { return visible_; }  // R32_UINT: index + 1; 0: none
    Image& depth() { return depth_; }                  // D32, reversed: near plane distance / distance; 0: nothing

  private:
    Context& context_;
    Image visible_, depth_;
    SpritePipeline pipeline_;
};

}  // namespace undine
