// Metres of water along each ray from the camera or from the sun: the sum of the particles' volumes.
#pragma once
#include <optional>

#include "render/frame_set.h"
#include "render/sprite_pipeline.h"
#include "render/water/water_set.h"

namespace undine {

class ThicknessPass {
  public:
    enum class From { camera, sun };

    ThicknessPass(Context& context, const FrameSet& set, const WaterSet& water, From from, uint32_t width,
                  uint32_t height);
    void resize(uint32_t width, uint32_t height);

    // Draws the upper left part of the image, its size divided by `divisor`. range: added to what is there, unless it
    // begins with 0. sprite: the largest edge of a sprite, pixels.
    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, ParticleRange range, float sprite,
                uint32_t divisor = 1);

    // RG16F: water, m; foam, optical depth, or from the sun that water times its depth, 0 … 1.
    Image& thickness() { return thickness_; }

  private:
    Context& context_;
    From from_;
    Image thickness_;
    SpritePipeline water_;
    std::optional<SpritePipeline> foam_;  // only from the camera
};

}  // namespace undine
