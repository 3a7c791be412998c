// Tiles of the picture with water near them, and the others, sorted on the device (shaders/render/water_tiles.glsl).
#pragma once
#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "render/frame_set.h"

namespace undine {

class WaterTiles {
  public:
    WaterTiles(Context& context, const FrameSet& set, const Image& front);
    void resize(const Image& front);

    // Sorts the tiles of what was drawn of `front`, the image it was made for, for the dispatches and draws that
    // follow.
    void record(VkCommandBuffer commands, const FrameSet& set, const RenderArgs& args, Image& front);

    // Over the wet tiles; the program takes its place from wet_sample.glsl.
    void dispatch(VkCommandBuffer commands) const;
    void draw(VkCommandBuffer commands, bool wet) const;

    const Buffer& buffer() const { return buffer_; }

  private:
    void write_set(const Image& front);

    Context& context_;
    Buffer buffer_;
    DescriptorLayout layout_;
    DescriptorSet set_;
    Pipeline mark_, list_;
};

// The same program for wet and for dry tiles (constant 3): all of the picture.
class TilePipelines {
  public:
    // `info` without vertex program and constant 3.
    TilePipelines(Context& context, GraphicsPipelineInfo info);
    void draw(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets, const WaterTiles& tiles) const;

  private:
    Pipeline wet_, dry_;
};

}  // namespace undine
