// Draws spray, foam and bubbles as small dots: their shadow, and a layer of them that is laid over the picture.
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
    DiffusePass(Context& context, const FrameSet& set, VkFormat picture, uint32_t width, uint32_t height,
                uint32_t supersample);
    // Must be followed by write().
    void resize(uint32_t width, uint32_t height);

    // Must be called before the first frame and whenever images have been recreated, with no frame in flight.
    // particles: with diffuse ones. front, behind: WaterSet::Images.
    void write(const ParticleView& particles, const Image& front, const Image& behind);

    // count: slots, living or not. strength: Look::foam.
    void record_shadow(VkCommandBuffer commands, const FrameSet& set, uint32_t count, float strength);
    // guard: RenderArgs::guard.
    void record(VkCommandBuffer commands, const FrameSet& set, uint32_t count, float strength, float guard,
                Image& picture);

    // R16F, on the sun's map: optical depth along its rays.
    const Image& shadow() const { return shadow_; }

  private:
    void draw_dots(VkCommandBuffer commands, const FrameSet& set, const SpritePipeline& pipeline, const Image& target,
                   uint32_t count, float strength, float guard) const;

    Context& context_;
    Sampler nearest_;
    // Its own: with the arrays of the water, a program would see more storage buffers than some devices allow.
    DescriptorLayout layout_;
    DescriptorSet set_;
    Image layer_, shadow_;
    SpritePipeline dots_, shadow_dots_;
    Pipeline lay_;
};

}  // namespace undine
