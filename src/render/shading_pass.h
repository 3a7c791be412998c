// Backdrop, floor and visible particles, lit and tone-mapped: one full-screen triangle into the picture.
#pragma once
#include "gpu/pipeline.h"
#include "render/frame_set.h"

namespace undine {

// What a particle's colour says.
enum class Coloring : uint32_t { speed, normal };  // shaders/render/shade.frag

class ShadingPass {
  public:
    ShadingPass(Context& context, const FrameSet& set, VkFormat picture, Coloring coloring, uint32_t supersample);

    // Inside a rendering of the picture.
    void record(VkCommandBuffer commands, const FrameSet& set) const;

  private:
    Context& context_;
    Pipeline pipeline_;
};

}  // namespace undine
