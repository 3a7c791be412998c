// Sorts the picture's tiles on the device into wet ones, with water in or near them, and dry ones
// (shaders/render/water_tiles.glsl).
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

    // front: the image that the tiles were made for. Sorts the tiles of its drawn part for the dispatches and draws
    // that follow.
    void record(VkCommandBuffer commands, const FrameSet& set, const RenderArgs& args, Image& front);

    // Dispatches over the wet tiles; the program gets its sample from wet_sample.glsl.
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

// A program in two variants, for wet and for dry tiles (constant 3), which together cover the picture.
class TilePipelines {
  public:
    // info: vertex program and constant 3 are set here.
    TilePipelines(Context& context, GraphicsPipelineInfo info);
    void draw(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets, const WaterTiles& tiles) const;

  private:
    Pipeline wet_, dry_;
};

}  // namespace undine
