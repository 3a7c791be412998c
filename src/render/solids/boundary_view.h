// Shows all boundary particles as spheres, those of the tank's walls too, except of walls that the eye is behind.
#pragma once
#include "gpu/fixed_buffer.h"
#include "render/frame_set.h"
#include "render/front_pass.h"

namespace undine {

class BoundaryView {
  public:
    // width, height: of the picture.
    BoundaryView(Context& context, const FrameSet& set, VkFormat picture, uint32_t width, uint32_t height,
                 const Surroundings& surroundings);

    // Nothing that was recorded may be in flight.
    void resize(uint32_t width, uint32_t height);

    // largest: edge of the largest sprite, pixels; guard: RenderArgs::guard.
    void record(VkCommandBuffer commands, const FrameSet& set, float largest, int guard, Image& picture);

  private:
    void write_set();

    Context& context_;
    uint32_t count_;
    FixedBuffer positions_;
    Sampler nearest_;
    DescriptorLayout layout_;
    DescriptorSet set_;
    FrontPass front_;
    Pipeline pipeline_;
};

}  // namespace undine
