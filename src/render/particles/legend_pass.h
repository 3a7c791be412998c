// The legend of a colouring in the picture's upper left corner.
#pragma once
#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "render/particles/legend.h"

namespace undine {

class LegendPass {
  public:
    // width, height: of the picture. If the legend does not fit into it, none is drawn.
    LegendPass(Context& context, VkFormat picture, Coloring coloring, uint32_t width, uint32_t height);

    // Nothing that uses the legend may be in flight.
    void resize(uint32_t width, uint32_t height);

    // Records the upload of the legend's pixels if the range has changed. Called before the Rendering that contains
    // record().
    void update(VkCommandBuffer commands, const ValueRange& range);

    // Called inside a Rendering of the picture; leaves the scissor at the legend, which stands right of the first
    // `covered` pixels, as far as the picture has room.
    void record(VkCommandBuffer commands, uint32_t covered) const;

  private:
    Context& context_;
    Coloring coloring_;
    uint32_t width_ = 0, height_ = 0;
    Legend legend_;
    ValueRange range_;
    bool fits_ = false;
    Buffer pixels_;
    DescriptorLayout layout_;
    DescriptorSet set_;
    Pipeline pipeline_;
};

}  // namespace undine
