#include "render/fluid_renderer.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <string>
#include <utility>

#include "gpu/context.h"
#include "gpu/pipeline.h"
#include "render/look/skies.h"
#include "render/picture_limits.h"
#include "render/rendering.h"
#include "undine/error.h"

namespace undine {
namespace {

VkFormat format_of(const RenderSettings& settings) {
    return settings.linear ? VK_FORMAT_R16G16B16A16_SFLOAT : VK_FORMAT_R8G8B8A8_SRGB;
}

// Half floats would put a mesh's surface up to a quarter of a thousandth of its distance away: steps in its own shadow.
constexpr VkFormat kObstacleFront = VK_FORMAT_R16G16B16A16_SFLOAT, kMeshFront = VK_FORMAT_R32G32B32A32_SFLOAT;

// The longest axis of an ellipsoid, in drawn radii (shaders/sim/fit_ellipsoid.glsl): that of a thread,
// √(3.1875/1.1875) · 1.45.
constexpr float kLongestAxis = 2.38f;

// The factor by which the water's front has fewer samples on each axis, so that a camera near the water costs no more:
// a particle's radius still spans some tens of samples, and its surface stays smooth. Distances below kNearest count as
// kNearest, because so little water is nearer.
uint32_t front_divisor(const Camera& camera, const CameraAxes& axes, const Box& reach, float radius, uint32_t height) {
    constexpr float kNearest = 8, kLargest = 32;  // radii; samples a radius: above it the filter's sweeps leave a comb
    const float distance = glm::length(glm::max(glm::max(reach.min - camera.eye, camera.eye - reach.max), 0.0f));
    const float samples =
        0.5f * static_cast<float>(height) * radius / (axes.tan_y * std::max(distance, kNearest * radius));
    uint32_t divisor = 1;
    while (divisor < 4 && samples > kLargest * static_cast<float>(divisor)) divisor *= 2;
    return divisor;
}

// Called before any image is made, so that a limit is reported for the size that was asked for.
const RenderSettings& checked(const Context& context, const RenderSettings& settings, const ParticleView& particles) {
    const DeviceInfo& device = context.info();
    if (!device.can_draw)
        throw Error(Exit::no_device,
                    describe(device) + " can simulate but not draw; choose a device that supports graphics.");
    const bool layer = settings.style == Style::water && particles.diffuse_count > 0;
    const std::string problem = picture_problem(device.limits, device.name, settings.width, settings.height,
                                                settings.supersample, layer ? DiffusePass::kLayerBytes : 0);
    if (!problem.empty()) throw Error(Exit::bad_input, problem);
    return settings;
}

Image make_picture(Context& context, const RenderSettings& settings) {
    return Image(context, {.width = settings.width,
                           .height = settings.height,
                           .format = format_of(settings),
                           .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                    VK_IMAGE_USAGE_SAMPLED_BIT,
                           .name = "picture"});
}

}  // namespace

const Environment& FluidRenderer::environment() const {
    return settings_.environment ? *settings_.environment : sky_of(settings_.look.sky);
}

FluidRenderer::FluidRenderer(Context& context, const RenderSettings& settings, const Surroundings& surroundings,
                             const ParticleView& particles)
    : context_(context),
      settings_(checked(context, settings, particles)),
      surroundings_(surroundings),
      particles_(particles),
      set_(context, surroundings, settings.linear),
      sky_(context, environment().size),
      picture_(make_picture(context, settings)) {
    PipelineBatch pipelines(context);
    const VkFormat obstacles = set_.has_meshes() ? kMeshFront : kObstacleFront;
    if (set_.has_meshes()) meshes_ = std::make_unique<MeshDrawing>(context, set_, obstacles);
    if (set_.obstacle_count() > 0 || meshes_)
        obstacles_ = std::make_unique<FrontPass>(context, FrontPassInfo{.vertex = "render/obstacles.vert",
                                                                        .fragment = "render/obstacles.frag",
                                                                        .name = "obstacles",
                                                                        .format = obstacles,
                                                                        .width = settings.width,
                                                                        .height = settings.height,
                                                                        .sets = {set_.layout()}});
    if (settings.style == Style::particles)
        particles_drawing_ = std::make_unique<ParticleDrawing>(context, set_, settings, picture_.format(), particles);
    else
        water_drawing_ = std::make_unique<WaterDrawing>(context, set_, settings, picture_.format(), particles,
                                                        surroundings.diffuse_life);
    write_set();
    set_view(settings.view);
    pipelines.compile();
}

void FluidRenderer::write_set() {
    const Image& any = sky_.map();  // no pass of water reads these, but a driver may look at every binding
    const ParticleDrawing* p = particles_drawing_.get();
    set_.write(particles_, {.sun_map = p ? p->sun_map() : any,
                            .sky_map = p ? p->sky_map() : any,
                            .visible = p ? p->visible() : any,
                            .depth = depth(),
                            .floor_light = p ? p->floor_light() : any,
                            .sky = sky_.map(),
                            .obstacles = obstacles_ ? obstacles_->front() : any,
                            .mesh_shadow = meshes_ ? meshes_->shadow() : any});
}

void FluidRenderer::resize(uint32_t width, uint32_t height) {
    RenderSettings resized = settings_;
    resized.width = width;
    resized.height = height;
    Image picture = make_picture(context_, checked(context_, resized, particles_));
    if (obstacles_) obstacles_->resize(width, height);
    if (particles_drawing_) particles_drawing_->resize(width, height);
    else water_drawing_->resize(width, height);
    if (boundary_view_) boundary_view_->resize(width, height);
    picture_ = std::move(picture);
    settings_ = resized;
    write_set();
}

bool FluidRenderer::shows_diffuse(View view) const {
    return water_drawing_ && water_drawing_->diffuse() &&
           (view == View::foam || view == View::foam_kinds || view == View::foam_life);
}

void FluidRenderer::set_view(View view) {
    if (const std::string trouble = what_lacks(view, settings_.style, surroundings_); !trouble.empty())
        throw Error(Exit::usage, trouble);
    std::unique_ptr<ShowPass> show;
    std::unique_ptr<DistanceView> distance;
    std::unique_ptr<BoundaryView> boundary;
    using Layouts = std::initializer_list<VkDescriptorSetLayout>;
    if (view == View::distance)
        distance = std::make_unique<DistanceView>(context_, set_, picture_.format(), surroundings_);
    else if (view == View::boundary)
        boundary = std::make_unique<BoundaryView>(context_, set_, picture_.format(), settings_.width, settings_.height,
                                                  surroundings_);
    else if (shows_diffuse(view))
        show = std::make_unique<ShowPass>(context_, "render/show_diffuse.frag",
                                          Layouts{set_.layout(), water_drawing_->diffuse()->layout()},
                                          picture_.format(), view, settings_.supersample);
    else if (view != View::picture && water_drawing_)
        show = std::make_unique<ShowPass>(context_, "render/show_water.frag",
                                          Layouts{set_.layout(), water_drawing_->set().layout()}, picture_.format(),
                                          view, settings_.supersample);
    else if (view != View::picture)
        show = std::make_unique<ShowPass>(context_, "render/show_particles.frag", Layouts{set_.layout()},
                                          picture_.format(), view, settings_.supersample);
    show_pass_ = std::move(show);
    distance_view_ = std::move(distance);
    boundary_view_ = std::move(boundary);
    settings_.view = view;
}

void FluidRenderer::recolor(Coloring coloring, const ParticleView& particles) {
    RenderSettings recolored = settings_;
    recolored.coloring = coloring;
    if (particles_drawing_) particles_drawing_->recolor(set_, recolored, picture_.format(), particles);
    settings_ = recolored;
    particles_ = particles;
}

void FluidRenderer::record(Commands& commands, const Camera& camera, std::vector<SolidState> solids, double before) {
    const uint32_t width = settings_.width, height = settings_.height, supersample = settings_.supersample;
    RenderArgs args = make_render_args(camera, surroundings_, environment(), settings_.look, particles_.radius, width,
                                       height, supersample);
    args.before = static_cast<float>(before);
    if (particles_.diffuse_count > 0) args.ground_light.w = 0;  // they are the foam; loose particles are drops
    for (SolidState& solid : solids) solid = moved_back(solid, before);
    const CameraAxes axes = camera_axes(camera, static_cast<float>(width) / static_cast<float>(height));
    // Without a tank, particles may come arbitrarily near to the eye.
    const Box reach = surroundings_.has_tank ? surroundings_.tank : Box{camera.eye, camera.eye};
    const float radius = particles_.radius * (settings_.style == Style::water ? kLongestAxis : 1);
    float sprite = largest_sprite(camera, axes, reach, radius, height * supersample);
    if (settings_.style == Style::water) {
        args.front_divisor = front_divisor(camera, axes, reach, particles_.radius, height * supersample);
        args.front_width = (args.front_width + args.front_divisor - 1) / args.front_divisor;
        args.front_height = (args.front_height + args.front_divisor - 1) / args.front_divisor;
        sprite /= static_cast<float>(args.front_divisor);
    }
    depth_extent_ = {args.front_width, args.front_height};
    const float guard = std::ceil(std::clamp(sprite / 2, kLeastGuard, kLargestGuard));
    args.guard = std::min(guard, widest_guard(context_.info().limits, width, height, supersample));
    // If the viewport cannot extend far enough for points, everything is drawn as quads.
    const bool quads = args.guard < guard;
    if (quads) sprite = std::numeric_limits<float>::infinity();
    const bool seen = surroundings_.has_tank && settings_.look.basin != Basin::none;
    const uint32_t tank_edges = seen ? args.tank_edges : 0;

    Look shown_look = settings_.look;
    if (settings_.view == View::front) shown_look.filter = SurfaceFilter::none;

    sky_.prepare(commands.get(), environment());
    set_.update(commands.get(), args, particles_, solids);
    if (meshes_) meshes_->prepare(commands, set_);
    if (obstacles_) {
        const float largest = quads ? sprite : largest_sprite(camera, axes, reach, particles_.radius, height);
        const double cost = 5.0 * set_.obstacle_count() + (meshes_ ? 3.0 * double(meshes_->triangles()) : 0);
        commands.begin_work(Work::pictures, cost);
        const PassScope scope(commands, "obstacles");
        obstacles_->record(
            commands.get(), {set_.handle()},
            {.range = {0, set_.obstacle_count()}, .largest = largest, .guard = static_cast<int>(args.guard)}, [&] {
                if (meshes_) meshes_->draw(commands.get(), set_);
            });
    }
    if (particles_drawing_)
        particles_drawing_->record(commands, set_, args, particles_, sprite, tank_edges,
                                   surroundings_.ranges[static_cast<size_t>(settings_.coloring)], settings_.covered,
                                   picture_);
    else water_drawing_->record(commands, set_, args, shown_look, sprite, tank_edges, settings_.view, picture_);
    if (settings_.view == View::picture) return;
    const PassScope scope(commands, "show");
    if (distance_view_) return distance_view_->record(commands.get(), set_, camera, solids, picture_);
    if (boundary_view_) {
        const float largest = quads ? sprite : largest_sprite(camera, axes, reach, particles_.radius, height);
        return boundary_view_->record(commands.get(), set_, largest, static_cast<int>(args.guard), picture_);
    }
    if (shows_diffuse(settings_.view))
        return show_pass_->record(commands.get(), {set_.handle(), water_drawing_->diffuse()->handle()}, picture_);
    if (water_drawing_) show_pass_->record(commands.get(), {set_.handle(), water_drawing_->set().handle()}, picture_);
    else show_pass_->record(commands.get(), {set_.handle()}, picture_);
}

}  // namespace undine
