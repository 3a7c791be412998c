#include "render/particle_drawing.h"

#include "render/fluid_renderer.h"
#include "render/light_view.h"
#include "render/rendering.h"

namespace undine {

ParticleDrawing::ParticleDrawing(Context& context, const FrameSet& set, const RenderSettings& s, VkFormat picture)
    : context_(context),
      supersample_(s.supersample),
      sun_pass_(context, set, LightMapPass::Light::sun, kSunMapSize),
      sky_pass_(context, set, LightMapPass::Light::sky, kSkyMapSize),
      floor_light_pass_(context, set, kSkyMapSize),
      particles_pass_(context, set, s.width * s.supersample, s.height * s.supersample),
      shading_pass_(context, set, picture, s.coloring, s.supersample),
      outline_pass_(context, set, picture, s.supersample) {}

void ParticleDrawing::resize(uint32_t width, uint32_t height) {
    particles_pass_.resize(width * supersample_, height * supersample_);
}

void ParticleDrawing::record(Commands& commands, const FrameSet& set, const RenderArgs& args,
                             const ParticleView& particles, float sprite, uint32_t tank_edges, Image& picture) {
    const VkCommandBuffer c = commands.get();
    {
        const PassScope scope(commands, "sky map");
        sky_pass_.record(c, set, args.sky, particles);
    }
    {
        const PassScope scope(commands, "floor light");
        floor_light_pass_.record(c, set);
    }
    {
        const PassScope scope(commands, "sun map");
        sun_pass_.record(c, set, args.sun, particles);
    }
    {
        const PassScope scope(commands, "particles");
        particles_pass_.record(c, set, particles, sprite, static_cast<int>(args.guard));
    }
    {
        const PassScope scope(commands, "shade");
        picture.barrier(c, kColorTarget);
        const Rendering rendering(context_, c, {.color = &picture});
        shading_pass_.record(c, set);
    }
    if (tank_edges == 0) return;
    const PassScope scope(commands, "tank");
    outline_pass_.record(c, set, tank_edges, picture);
}

}  // namespace undine
