// Depth of the nearest particle as a light sees it, from a fixed orthographic view: shadows and sky occlusion.
#pragma once
#include "render/frame_set.h"
#include "render/sprite_pipeline.h"

namespace undine {

class LightMapPass {
  public:
    enum class Light : uint32_t { sun, sky };  // shaders/render/light_map.glsl

    LightMapPass(Context& context, const FrameSet& set, Light light, uint32_t size);
    // range: added to what is there, unless it begins with 0. radius: of a drawn particle, m.
    void record(VkCommandBuffer commands, const FrameSet& set, const LightView& view, ParticleRange range,
                float radius);
    const Image& map() const { return map_; }

  private:
    struct Push {
        Light light;
        float size;
    };
    Context& context_;
    Light light_;
    Image map_;
    SpritePipeline pipeline_;
};

}  // namespace undine
