// The narrow-range filter over the water's front [TY18]: what turns ellipsoids into a surface.
#pragma once
#include "gpu/pipeline.h"
#include "render/frame_set.h"

namespace undine {

class SmoothingPass {
  public:
    SmoothingPass(Context& context, const FrameSet& set, const Image& front);
    void resize(const Image& front);

    // Smooths `front`, the image it was made for, in place; it is then read by fragment shaders.
    void record(VkCommandBuffer commands, const FrameSet& set, Image& front);

  private:
    void write_sets(const Image& front);

    Context& context_;
    Image between_;  // what one direction leaves to the other
    DescriptorLayout layout_;
    DescriptorSet there_, back_;
    Pipeline pipeline_;
};

}  // namespace undine
