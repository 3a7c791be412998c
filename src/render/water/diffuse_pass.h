// Draws spray, foam and bubbles as small dots: their shadow, and a layer of them that is laid over the picture.
#pragma once
#include "gpu/descriptors.h"
#include "gpu/image.h"
#include "gpu/sampler.h"
#include "render/frame_set.h"
#include "render/render_settings.h"
#include "render/source/particle_view.h"
#include "render/sprite_pipeline.h"

namespace undine {

class DiffusePass {
  public:
    // count: slots, living or not. life: the longest, s.
    DiffusePass(Context& context, const FrameSet& set, const RenderSettings& settings, VkFormat picture, uint32_t count,
                float life);
    // Must be followed by write().
    void resize(uint32_t width, uint32_t height);

    // Must be called before the first frame and whenever images have been recreated, with no frame in flight.
    // particles: with diffuse ones. front, behind: WaterSet::Images.
    void write(const ParticleView& particles, const Image& front, const Image& behind);

    // strength: Look::foam.
    void record_shadow(VkCommandBuffer commands, const FrameSet& set, float strength);
    // guard: RenderArgs::guard. view: what the layer holds: their light, or what the view shows of them.
    void record(VkCommandBuffer commands, const FrameSet& set, float strength, float guard, View view, Image& picture);

    // With the layer, for a pass that shows it.
    VkDescriptorSetLayout layout() const { return layout_.handle(); }
    VkDescriptorSet handle() const { return set_.handle(); }

    // R16F, on the sun's map: optical depth along its rays.
    const Image& shadow() const { return shadow_; }

  private:
    void draw_dots(VkCommandBuffer commands, const FrameSet& set, const SpritePipeline& pipeline, const Image& target,
                   uint32_t every, float strength, float guard, View view) const;

    Context& context_;
    uint32_t count_;
    float life_;
    Sampler nearest_, linear_;
    // Its own: with the arrays of the water, a program would see more storage buffers than some devices allow.
    DescriptorLayout layout_;
    DescriptorSet set_;
    Image layer_, shadow_;
    SpritePipeline dots_, shadow_dots_;
    Pipeline lay_;
};

}  // namespace undine
