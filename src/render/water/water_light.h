// The sun's light behind water, on the sun's map: tint, shadow, and caustics of its free surface.
#pragma once
#include <array>

#include "gpu/buffer.h"
#include "render/frame_set.h"
#include "render/image_pass.h"

namespace undine {

class WaterLight {
  public:
    // sun_thickness: RG16F: water along the sun's rays, m; that times its depth, ± 0.5.
    // foam: DiffusePass::shadow(); null: there are no spray, foam or bubbles.
    WaterLight(Context& context, const FrameSet& set, const Image& sun_thickness, const Buffer* foam);

    void record(VkCommandBuffer commands, const FrameSet& set);

    // RGBA16F: share of the sun's light behind the water; a: the water's mean depth in the light's view, 0 … 1.
    const Image& image() const { return light_.image(); }

    // RG32F: shaders/render/sun_front.glsl.
    const Image& front() const { return front_.image(); }

  private:
    Sampler nearest_, linear_;
    Buffer no_foam_;  // which nothing reads, but a driver may look at every binding
    DescriptorLayout layout_;
    ImagePass blur_, front_, bend_, light_;
    std::array<DescriptorSet, 4> sets_;  // what each of them reads
};

}  // namespace undine
