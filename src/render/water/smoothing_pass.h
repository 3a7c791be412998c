// What turns ellipsoids into a surface: a filter over the water's front (SurfaceFilter of look.def).
#pragma once
#include "gpu/pipeline.h"
#include "render/frame_set.h"
#include "render/water/water_tiles.h"

namespace undine {

class SmoothingPass {
  public:
    // supersample: samples of the front a pixel, along an edge.
    SmoothingPass(Context& context, const FrameSet& set, const Image& front, const WaterTiles& tiles,
                  uint32_t supersample);
    void resize(const Image& front, const WaterTiles& tiles);

    // Smooths the wet tiles of what was drawn of `front`, the image it was made for, and enlarges it to all of it; it
    // is then read by fragment shaders.
    void record(VkCommandBuffer commands, const FrameSet& set, const RenderArgs& args, Image& front,
                const WaterTiles& tiles, const Look& look);

  private:
    void clear(VkCommandBuffer commands, Image& image) const;
    void write_sets(const Image& front, const WaterTiles& tiles);

    Context& context_;
    int32_t supersample_;
    Image between_;  // what one step leaves to the next
    DescriptorLayout layout_;
    DescriptorSet into_between_, into_front_;
    Pipeline narrow_range_, bilateral_, curvature_flow_, enlarge_;
};

}  // namespace undine
