// Backdrop, floor and visible particles, lit and tone-mapped: one full-screen triangle into the picture.
#pragma once
#include "gpu/pipeline.h"
#include "render/frame_set.h"
#include "render/particles/coloring.h"

namespace undine {

class ShadingPass {
  public:
    ShadingPass(Context& context, const FrameSet& set, VkFormat picture, Coloring coloring, uint32_t supersample,
                const ParticleView& particles);

    // Called inside a Rendering of the picture. range: of the colouring.
    void record(VkCommandBuffer commands, const FrameSet& set, const ValueRange& range) const;

  private:
    Context& context_;
    DescriptorLayout layout_;
    DescriptorSet value_set_;
    Pipeline pipeline_;
};

}  // namespace undine
