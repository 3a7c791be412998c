// What is behind the water, without it: backdrop, and floor with the water's shadow.
#pragma once
#include "gpu/pipeline.h"
#include "render/frame_set.h"
#include "render/water_set.h"

namespace undine {

class BehindPass {
  public:
    BehindPass(Context& context, const FrameSet& set, const WaterSet& water, uint32_t width, uint32_t height);
    void resize(uint32_t width, uint32_t height);

    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water);

    Image& scene() { return scene_; }  // RGBA16F, linear

  private:
    Context& context_;
    Image scene_;
    Pipeline pipeline_;
};

}  // namespace undine
