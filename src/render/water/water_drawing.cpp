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
    const VkCommandBuffer c = commands.get();
    auto pass = [&](const char* name, auto record) {
        const PassScope scope(commands, name);
        record();
    };
    const float sun_sprite =
        kSpread * kLargestSize * particles_.radius * args.sun.right.w * float(kSunThicknessSize) + 2;  // texels
    pass("water front", [&] {
        front_pass_.record(c, {set.handle(), water_.handle()},
                           {.count = particles_.count,
                            .largest = sprite,
                            .guard = static_cast<int>(args.guard),
                            .part = {args.front_width, args.front_height}});
    });
    pass("tiles", [&] { tiles_.record(c, set, args, front_pass_.front()); });
    pass("smoothing", [&] { smoothing_pass_.record(c, set, args, front_pass_.front(), tiles_, look); });
    pass("sun thickness", [&] { sun_thickness_pass_.record(c, set, water_, particles_, sun_sprite); });
    if (diffuse_pass_) pass("diffuse shadow", [&] { diffuse_pass_->record_shadow(c, set, look.foam); });
    pass("water light", [&] { water_light_.record(c, set); });
    pass("behind", [&] { behind_pass_.record(c, {set.handle(), water_.handle()}); });
    pass("thickness", [&] {
        thickness_pass_.record(c, set, water_, particles_, kSpread * sprite / float(2 * supersample_) + 2,
                               args.front_divisor);
    });
    const glm::vec3 eye(args.eye);
    const bool has_tank = args.floor_y > -1e20f;  // without one the box is only where the fluid was at the start
    const bool submerged = has_tank && eye == glm::clamp(eye, glm::vec3(args.tank_min), glm::vec3(args.tank_max));
    Image& drawn = antialias_pass_ ? antialias_pass_->composed() : picture;
    pass("water surface", [&] { surface_pass_.record(c, set, water_, tiles_, submerged, drawn); });
    if (antialias_pass_) pass("antialias", [&] { antialias_pass_->record(c, set, water_, tiles_, picture); });
    if (diffuse_pass_)
        pass("diffuse", [&] {
            front_pass_.front().barrier(c, kSampledByAll);
            behind_pass_.image().barrier(c, kSampledByAll);
            diffuse_pass_->record(c, set, look.foam, view, picture);
        });
    else pass("spray", [&] { spray_pass_.record(c, set, water_, particles_, args.guard, picture); });
    if (tank_edges > 0) pass("tank", [&] { outline_pass_.record(c, set, tank_edges, picture); });
}

}  // namespace undine
