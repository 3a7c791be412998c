// Smooths the edges of a picture that was drawn with one sample per pixel.
#pragma once
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "render/frame_set.h"
#include "render/water/water_set.h"
#include "render/water/water_tiles.h"

namespace undine {

class AntialiasPass {
  public:
    AntialiasPass(Context& context, const FrameSet& set, const WaterSet& water, VkFormat picture, uint32_t width,
                  uint32_t height);
    void resize(uint32_t width, uint32_t height);

    void record(VkCommandBuffer commands, const FrameSet& set, const WaterSet& water, const WaterTiles& tiles,
                Image& picture);

    Image& composed() { return composed_; }  // the picture with jagged edges, drawn by the pass before

  private:
    Context& context_;
    Image composed_;
    TilePipelines pipelines_;
};

}  // namespace undine
