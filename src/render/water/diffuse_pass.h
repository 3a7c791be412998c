// Draws spray, foam and bubbles over the picture as small dots.
#pragma once
#include "gpu/descriptors.h"
#include "gpu/image.h"
#include "gpu/sampler.h"
#include "render/frame_set.h"
#include "render/source/particle_view.h"
#include "render/sprite_pipeline.h"

namespace undine {

class DiffusePass {
  public:
    DiffusePass(Context& context, const FrameSet& set, VkFormat picture, uint32_t supersample);

    // Must be called before the first frame and whenever the images have been recreated, with no frame in flight.
    // particles: with diffuse ones. front, behind: WaterSet::Images.
    void write(const ParticleView& particles, const Image& front, const Image& behind);

    // count: slots, living or not. strength: Look::foam. guard: RenderArgs::guard.
    void record(VkCommandBuffer commands, const FrameSet& set, uint32_t count, float strength, float guard,
                Image& picture) const;

  private:
    Context& context_;
    Sampler nearest_;
    // Its own: with the arrays of the water, a program would see more storage buffers than some devices allow.
    DescriptorLayout layout_;
    DescriptorSet set_;
    SpritePipeline pipeline_;
};

}  // namespace undine
