// Draws spray, foam and bubbles as small dots: their shadow, and a layer of them that is laid over the picture. Dots
// are added up by a compute program in whole numbers: for dots of a pixel or two that is cheaper than drawing points,
// and the same whatever their order.
#pragma once
#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "gpu/sampler.h"
#include "render/frame_set.h"
#include "render/render_settings.h"
#include "render/source/particle_view.h"

namespace undine {

class DiffusePass {
  public:
    static constexpr uint32_t kLayerBytes = 3 * sizeof(uint32_t);  // of a pixel

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
    // view: what the layer holds: their light, or what the view shows of them.
    void record(VkCommandBuffer commands, const FrameSet& set, float strength, View view, Image& picture);

    // With the layer, for a pass that shows it.
    VkDescriptorSetLayout layout() const { return layout_.handle(); }
    VkDescriptorSet handle() const { return set_.handle(); }

    // A whole number a texel of a coarser sun's map: optical depth along its rays (shaders/render/diffuse_sums.glsl).
    const Buffer& shadow() const { return shadow_; }

  private:
    struct Target;
    void add_dots(VkCommandBuffer commands, const FrameSet& set, const DescriptorSet& own, const Pipeline& pipeline,
                  const Target& target) const;

    Context& context_;
    uint32_t count_;
    float life_;
    uint32_t width_ = 0, height_ = 0;  // pixels
    Sampler nearest_;
    // Its own: with the arrays of the water, a program would see more storage buffers than some devices allow.
    DescriptorLayout layout_, shadow_layout_;
    DescriptorSet set_, shadow_set_;
    Buffer layer_, tiles_, shadow_;
    Pipeline dots_, shadow_dots_, lay_;
};

}  // namespace undine
