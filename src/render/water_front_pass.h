// Where the water begins at each sample of the picture: exact ellipsoids in point sprites.
#pragma once
#include "render/frame_set.h"
#include "render/sprite_pipeline.h"
#include "render/water_set.h"

namespace undine {

class WaterFrontPass {
  public:
    // width, height: of the picture times supersample.
    WaterFrontPass(Context& context, const FrameSet& set, const WaterSet& water, uint32_t width, uint32_t height);
    void resize(uint32_t width, uint32_t height);

    // Draws args.front_width by front_height samples. sprite: the largest edge of a sprite, in those.
    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, const ParticleView& particles,
                float sprite, const RenderArgs& args);

    Image& front() { return front_; }  // R32F: view distance, m; 0: no water. A storage image, too
    Image& depth() { return depth_; }  // D32, reversed

  private:
    Context& context_;
    Image front_, depth_;
    SpritePipeline pipeline_;
};

}  // namespace undine
