// The fluid as lit particles: the passes of a picture.
#pragma once
#include "gpu/commands.h"
#include "render/floor_light_pass.h"
#include "render/light_map_pass.h"
#include "render/outline_pass.h"
#include "render/particle_pass.h"
#include "render/shading_pass.h"

namespace undine {

struct RenderSettings;

class ParticleDrawing {
  public:
    ParticleDrawing(Context& context, const FrameSet& set, const RenderSettings& settings, VkFormat picture);
    void resize(uint32_t width, uint32_t height);

    // sprite: the largest edge of a sprite, in samples.
    void record(Commands& commands, const FrameSet& set, const RenderArgs& args, const ParticleView& particles,
                float sprite, uint32_t tank_edges, Image& picture);

    const Image& sun_map() const { return sun_pass_.map(); }
    const Image& sky_map() const { return sky_pass_.map(); }
    const Image& floor_light() const { return floor_light_pass_.map(); }
    const Image& visible() const { return particles_pass_.visible(); }
    Image& depth() { return particles_pass_.depth(); }

  private:
    Context& context_;
    uint32_t supersample_;
    LightMapPass sun_pass_, sky_pass_;
    FloorLightPass floor_light_pass_;
    ParticlePass particles_pass_;
    ShadingPass shading_pass_;
    OutlinePass outline_pass_;
};

}  // namespace undine
