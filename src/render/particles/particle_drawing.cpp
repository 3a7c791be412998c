#include "render/particles/particle_drawing.h"

#include "render/fluid_renderer.h"
#include "render/particles/light_view.h"
#include "render/rendering.h"

namespace undine {
namespace {

std::unique_ptr<LegendPass> make_legend_pass(Context& context, const RenderSettings& s, VkFormat picture) {
    if (!info(s.coloring).has_legend()) return nullptr;
    return std::make_unique<LegendPass>(context, picture, s.coloring, s.width, s.height);
}

}  // namespace

ParticleDrawing::ParticleDrawing(Context& context, const FrameSet& set, const RenderSettings& s, VkFormat picture,
                                 const ParticleView& particles)
    : context_(context),
      supersample_(s.supersample),
      sun_pass_(context, set, LightMapPass::Light::sun, kSunMapSize),
      sky_pass_(context, set, LightMapPass::Light::sky, kSkyMapSize),
      floor_light_pass_(context, {.program = "render/floor_light.frag",
                                  .name = "floor light",
                                  .format = VK_FORMAT_R8_UNORM,
                                  .width = kSkyMapSize,
                                  .height = kSkyMapSize,
                                  .sets = {set.layout()}}),
      particles_pass_(context, {.vertex = "render/particles.vert",
                                .fragment = "render/particles.frag",
                                .name = "visible particles",
                                .format = VK_FORMAT_R32_UINT,
                                .width = s.width * s.supersample,
                                .height = s.height * s.supersample,
                                .sets = {set.layout()}}),
      shading_pass_(std::make_unique<ShadingPass>(context, set, picture, s.coloring, s.supersample, particles)),
      outline_pass_(context, set, picture, s.supersample),
      legend_pass_(make_legend_pass(context, s, picture)) {}

void ParticleDrawing::recolor(const FrameSet& set, const RenderSettings& s, VkFormat picture,
                              const ParticleView& particles) {
    auto shading = std::make_unique<ShadingPass>(context_, set, picture, s.coloring, s.supersample, particles);
    legend_pass_ = make_legend_pass(context_, s, picture);
    shading_pass_ = std::move(shading);
}

void ParticleDrawing::resize(uint32_t width, uint32_t height) {
    particles_pass_.resize(width * supersample_, height * supersample_);
    if (legend_pass_) legend_pass_->resize(width, height);
}

void ParticleDrawing::record(Commands& commands, const FrameSet& set, const RenderArgs& args,
                             const ParticleView& particles, float sprite, uint32_t tank_edges, const ValueRange& range,
                             uint32_t covered, Image& picture) {
    using C = VkCommandBuffer;
    const double samples = 1.0 * picture.width() * picture.height() * supersample_ * supersample_;
    const PicturePasses passes{commands, samples, particles.count};
    passes.of_particles("sky map", 2,
                        [&](C c, ParticleRange part) { sky_pass_.record(c, set, args.sky, part, particles.radius); });
    passes.of_picture("floor light", 0.02, [&](C c) { floor_light_pass_.record(c, {set.handle()}); });
    passes.of_particles("sun map", 3,
                        [&](C c, ParticleRange part) { sun_pass_.record(c, set, args.sun, part, particles.radius); });
    passes.of_particles("particles", 5, [&](C c, ParticleRange part) {
        particles_pass_.record(c, {set.handle()},
                               {.range = part, .largest = sprite, .guard = static_cast<int>(args.guard)});
    });
    passes.of_picture("shade", 0.25, [&](C c) {
        picture.barrier(c, kColorTarget);
        const Rendering rendering(context_, c, {.color = &picture});
        shading_pass_->record(c, set, range);
    });
    if (tank_edges > 0)
        passes.of_picture("tank", 0.02, [&](C c) { outline_pass_.record(c, set, tank_edges, picture); });
    if (!legend_pass_) return;
    passes.of_picture("legend", 0.02, [&](C c) {
        legend_pass_->update(c, range);
        picture.barrier(c, kColorTargetKept);
        const Rendering rendering(context_, c, {.color = &picture, .keep_color = true});
        legend_pass_->record(c, covered);
    });
}

}  // namespace undine
