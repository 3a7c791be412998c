// Turns the drawn ellipsoids into a surface by filtering the water's front (SurfaceFilter in look.def).
#pragma once
#include "gpu/pipeline.h"
#include "render/frame_set.h"
#include "render/water/water_tiles.h"

namespace undine {

class SmoothingPass {
  public:
    // supersample: samples of the front along a pixel's edge.
    SmoothingPass(Context& context, const FrameSet& set, const Image& front, const WaterTiles& tiles,
                  uint32_t supersample);
    void resize(const Image& front, const WaterTiles& tiles);

    // front: the image that the pass was made for. Smooths the wet tiles of its drawn part, enlarges that part to the
    // whole image, and leaves it readable by fragment shaders.
    void record(VkCommandBuffer commands, const FrameSet& set, const RenderArgs& args, Image& front,
                const WaterTiles& tiles, const Look& look);

  private:
    void clear(VkCommandBuffer commands, Image& image) const;
    void write_sets(const Image& front, const WaterTiles& tiles);

    Context& context_;
    int32_t supersample_;
    Image between_;  // the other image that filter steps alternate with
    DescriptorLayout layout_;
    DescriptorSet into_between_, into_front_;
    Pipeline narrow_range_, bilateral_, curvature_flow_, enlarge_;
};

}  // namespace undine
