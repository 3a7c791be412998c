// How many metres of water a ray passes, from the camera or from the sun: particles' volumes, added up.
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

    // Draws the image's size over `divisor`. sprite: the largest edge of a sprite, in its pixels.
    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, const ParticleView& particles,
                float sprite, uint32_t divisor = 1);

    Image& thickness() {
        return thickness_;
    }  // RG16F: water, m; foam, optical depth; from the sun: that water times its depth, 0 … 1

  private:
    Context& context_;
    From from_;
    Image thickness_;
    SpritePipeline water_;
    std::optional<SpritePipeline> foam_;  // from the camera
};

}  // namespace undine
