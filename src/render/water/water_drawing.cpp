#include "render/water/water_drawing.h"

#include <glm/common.hpp>

#include "render/fluid_renderer.h"
#include "render/particles/light_view.h"
#include "render/rendering.h"

namespace undine {
namespace {

// Thickness has no sharp edges, so half of the picture's resolution suffices.
constexpr uint32_t half(uint32_t pixels) { return (pixels + 1) / 2; }

constexpr VkFormat kLinear = VK_FORMAT_R16G16B16A16_SFLOAT;

// The largest sphere of water, in drawn radii (shaders/sim/fit_ellipsoid.glsl).
constexpr float kLargestSize = 1.45f;

// A ball of thickness, in radii of that sphere (shaders/render/thickness.vert).
constexpr float kSpread = 1.5f;

}  // namespace

WaterDrawing::WaterDrawing(Context& context, const FrameSet& set, const RenderSettings& s, VkFormat picture,
                           const ParticleView& particles, float diffuse_life)
    : supersample_(s.supersample),
      particles_(particles),
      water_(context),
      front_pass_(context, {.vertex = "render/water_front.vert",
                            .fragment = "render/water_front.frag",
                            .name = "water front",
                            .format = VK_FORMAT_R32_SFLOAT,
                            .width = s.width * s.supersample,
                            .height = s.height * s.supersample,
                            .sets = {set.layout(), water_.layout()},
                            .usage = VK_IMAGE_USAGE_STORAGE_BIT}),
      tiles_(context, set, front_pass_.front()),
      smoothing_pass_(context, set, front_pass_.front(), tiles_, s.supersample),
      sun_thickness_pass_(context, set, water_, ThicknessPass::From::sun, kSunThicknessSize, kSunThicknessSize),
      thickness_pass_(context, set, water_, ThicknessPass::From::camera, half(s.width), half(s.height)),
      diffuse_pass_(particles.diffuse_count > 0
                        ? std::make_unique<DiffusePass>(context, set, s, picture, particles.diffuse_count, diffuse_life)
                        : nullptr),
      water_light_(context, set, sun_thickness_pass_.thickness(), diffuse_pass_ ? &diffuse_pass_->shadow() : nullptr),
      behind_pass_(context, {.program = "render/behind.frag",
                             .name = "behind the water",
                             .format = kLinear,
                             .width = s.width,
                             .height = s.height,
                             .sets = {set.layout(), water_.layout()},
                             .constants = set.constants()}),
      surface_pass_(context, set, water_, picture, s.supersample),
      spray_pass_(context, set, water_, picture, s.supersample),
      outline_pass_(context, set, picture, s.supersample) {
    if (s.supersample == 1)
        antialias_pass_ = std::make_unique<AntialiasPass>(context, set, water_, picture, s.width, s.height);
    write_set();
}

void WaterDrawing::write_set() {
    water_.write(particles_,
                 {front_pass_.front(), thickness_pass_.thickness(), behind_pass_.image(),
                  sun_thickness_pass_.thickness(), antialias_pass_ ? antialias_pass_->composed() : behind_pass_.image(),
                  water_light_.image(), water_light_.front(), tiles_.buffer()});
    if (diffuse_pass_) diffuse_pass_->write(particles_, front_pass_.front(), behind_pass_.image());
}

void WaterDrawing::resize(uint32_t width, uint32_t height) {
    front_pass_.resize(width * supersample_, height * supersample_);
    tiles_.resize(front_pass_.front());
    smoothing_pass_.resize(front_pass_.front(), tiles_);
    thickness_pass_.resize(half(width), half(height));
    behind_pass_.resize(width, height);
    if (antialias_pass_) antialias_pass_->resize(width, height);
    if (diffuse_pass_) diffuse_pass_->resize(width, height);
    write_set();
}

void WaterDrawing::record(Commands& commands, const FrameSet& set, const RenderArgs& args, const Look& look,
                          float sprite, uint32_t tank_edges, View view, Image& picture) {
    using C = VkCommandBuffer;
    const double samples = 1.0 * picture.width() * picture.height() * supersample_ * supersample_;
    const PicturePasses passes{commands, samples, particles_.count};
    const float sun_sprite =
        kSpread * kLargestSize * particles_.radius * args.sun.right.w * float(kSunThicknessSize) + 2;  // texels
    passes.of_particles("water front", 2, [&](C c, ParticleRange range) {
        front_pass_.record(c, {set.handle(), water_.handle()},
                           {.range = range,
                            .largest = sprite,
                            .guard = static_cast<int>(args.guard),
                            .part = {args.front_width, args.front_height}});
    });
    passes.of_picture("tiles", 0.02, [&](C c) { tiles_.record(c, set, args, front_pass_.front()); });
    passes.of_picture("smoothing", 0.15,
                      [&](C c) { smoothing_pass_.record(c, set, args, front_pass_.front(), tiles_, look); });
    passes.of_particles("sun thickness", 3, [&](C c, ParticleRange range) {
        sun_thickness_pass_.record(c, set, water_, range, sun_sprite);
    });
    if (diffuse_pass_)
        passes.of_picture("diffuse shadow", 0.02, [&](C c) { diffuse_pass_->record_shadow(c, set, look.foam); });
    passes.of_picture("water light", 0.1, [&](C c) { water_light_.record(c, set); });
    passes.of_picture("behind", 0.25, [&](C c) { behind_pass_.record(c, {set.handle(), water_.handle()}); });
    passes.of_particles("thickness", 3.5, [&](C c, ParticleRange range) {
        thickness_pass_.record(c, set, water_, range, kSpread * sprite / float(2 * supersample_) + 2,
                               args.front_divisor);
    });
    const glm::vec3 eye(args.eye);
    const bool has_tank = args.floor_y > -1e20f;  // without one the box is only where the fluid was at the start
    const bool submerged = has_tank && eye == glm::clamp(eye, glm::vec3(args.tank_min), glm::vec3(args.tank_max));
    Image& drawn = antialias_pass_ ? antialias_pass_->composed() : picture;
    passes.of_picture("water surface", 0.3,
                      [&](C c) { surface_pass_.record(c, set, water_, tiles_, submerged, drawn); });
    if (antialias_pass_)
        passes.of_picture("antialias", 0.1, [&](C c) { antialias_pass_->record(c, set, water_, tiles_, picture); });
    if (diffuse_pass_)
        passes.of_picture("diffuse", 0.2, [&](C c) {
            front_pass_.front().barrier(c, kSampledByAll);
            behind_pass_.image().barrier(c, kSampledByAll);
            diffuse_pass_->record(c, set, look.foam, view, picture);
        });
    else
        passes.of_particles("spray", 1.5, [&](C c, ParticleRange range) {
            spray_pass_.record(c, set, water_, range, args.guard, picture);
        });
    if (tank_edges > 0)
        passes.of_picture("tank", 0.02, [&](C c) { outline_pass_.record(c, set, tank_edges, picture); });
}

}  // namespace undine
