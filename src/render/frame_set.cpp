#include "render/frame_set.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <numeric>

#include "gpu/context.h"
#include "gpu/memory_barrier.h"
#include "render/bindings.glsl"
#include "render/particles/light_view.h"
#include "sim/sizes.glsl"
#include "solver/population.h"
#include "solver/solids.h"

namespace undine {
namespace {

using glm::vec3;
using glm::vec4;

// A round size (1, 2 or 5 times a power of ten) that divides the tank into about six tiles.
float tile_size(float tank_edge) {
    const float wanted = tank_edge / 6, power = std::pow(10.0f, std::floor(std::log10(wanted)));
    return power * (wanted < 1.5f * power ? 1.0f : wanted < 3.5f * power ? 2.0f : wanted < 7.5f * power ? 5.0f : 10.0f);
}

// IEC 61966-2-1, as shaders/render/srgb.glsl.
vec3 linear_of(const vec3& srgb) {
    vec3 linear;
    for (int c = 0; c < 3; ++c)
        linear[c] = srgb[c] > 0.04045f ? std::pow((srgb[c] + 0.055f) / 1.055f, 2.4f) : srgb[c] / 12.92f;
    return linear;
}

constexpr VkShaderStageFlags kBoth = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

const Binding kBindings[] = {
    {FRAME_ARGS, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kBoth | VK_SHADER_STAGE_COMPUTE_BIT},
    {FRAME_POSITION, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kBoth},
    {FRAME_VELOCITY, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kBoth},
    {FRAME_SUN_MAP, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {FRAME_SKY_MAP, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {FRAME_VISIBLE, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {FRAME_DEPTH, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {FRAME_FLOOR_LIGHT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {FRAME_SKY, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {FRAME_OBSTACLE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT},
    {FRAME_OBSTACLES, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT},
    {FRAME_BODIES, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kBoth | VK_SHADER_STAGE_COMPUTE_BIT},
    {FRAME_MESH_SHADOW, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
     VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT},
};

// The places of `bodies`, those of meshes behind the others.
std::vector<size_t> meshes_last(const std::vector<Solid>& bodies) {
    std::vector<size_t> order(bodies.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_partition(order.begin(), order.end(), [&](size_t k) { return !bodies[k].mesh; });
    return order;
}

template <class T>
std::vector<T> in_order(const std::vector<T>& all, const std::vector<size_t>& order) {
    std::vector<T> sorted;
    for (const size_t k : order) sorted.push_back(all[k]);
    return sorted;
}

// A box that holds the meshes wherever they move, so that a map of it does not move with them.
Box reach_of_meshes(const std::vector<Solid>& bodies, const Box& tank) {
    constexpr float kFar = std::numeric_limits<float>::max();
    Box box{vec3(kFar), vec3(-kFar)};
    for (const Solid& body : bodies) {
        if (!body.mesh) continue;
        if (body.floats()) box = {glm::min(box.min, tank.min), glm::max(box.max, tank.max)};
        const vec3 around = glm::abs(body.amplitude) + static_cast<float>(reach_of(body, 3));
        auto add = [&](const vec3& center) {
            box = {glm::min(box.min, center - around), glm::max(box.max, center + around)};
        };
        if (body.keys.empty()) add(body.center);
        for (const Solid::Key& key : body.keys) add(key.center);
    }
    return box;
}

}  // namespace

RenderArgs make_render_args(const Camera& camera, const Surroundings& s, const Environment& environment,
                            const Look& look, float radius, uint32_t width, uint32_t height, uint32_t supersample) {
    const CameraAxes axes = camera_axes(camera, static_cast<float>(width) / static_cast<float>(height));
    const float size = glm::length(s.tank.max - s.tank.min) + 2 * radius;
    RenderArgs args{};
    args.sun = fit_light(s.tank, environment.toward_sun, 6 * radius, kSunMapSize);
    args.sky = fit_light(s.tank, vec3(0, 1, 0), 0.25f * size, kSkyMapSize);
    if (std::ranges::any_of(s.bodies, [](const Solid& body) { return body.mesh != nullptr; })) {
        const Box box = reach_of_meshes(s.bodies, s.tank);
        args.mesh_sun = fit_light(box, environment.toward_sun, 0.01f * glm::length(box.max - box.min), kMeshShadowSize);
    }
    args.right = vec4(axes.right, axes.tan_x);
    args.up = vec4(axes.up, axes.tan_y);
    args.back = vec4(axes.back, radius);  // near plane at a particle's radius
    args.eye = vec4(camera.eye, radius);
    args.tank_min = vec4(s.tank.min, tile_size(std::max(s.tank.max.x - s.tank.min.x, s.tank.max.z - s.tank.min.z)));
    args.tank_max = vec4(s.tank.max, s.foam_speed);
    args.water = vec4(look.color, look.absorption);
    args.sun_light = vec4(environment.sun_light, look.glint);
    args.sky_light = vec4(environment.sky_light, look.exposure);
    args.ground_light = vec4(environment.ground_light, look.foam);
    args.glass = s.has_tank && !s.flat && look.basin != Basin::none ? look.glass : 0;
    args.solid_min = vec4(s.solids.min, 0);
    args.solid_max = vec4(s.solids.max, 0);
    for (size_t k = 0; k < std::min<size_t>(s.planes.size(), RENDER_MOST_PLANES); ++k)
        args.planes[k] = vec4(s.planes[k].normal, s.planes[k].offset);
    args.index = look.refraction_index;
    args.fresnel = std::pow((look.refraction_index - 1) / (look.refraction_index + 1), 2.0f);
    args.shadow = look.shadow;
    args.caustics = look.caustics;
    args.width = width;
    args.height = height;
    args.supersample = supersample;
    args.front_width = width * supersample;
    args.front_height = height * supersample;
    args.front_divisor = 1;
    args.hills = environment.hills;
    args.rim = look.basin == Basin::tiles ? s.rim : -1e30f;
    args.floor_y = s.has_tank ? s.tank.min.y : -1e30f;
    args.scene_size = size;
    args.rest_density = s.rest_density;
    args.tank_edges = s.flat ? 4 : 12;
    return args;
}

std::vector<vec4> padded(const std::vector<vec3>& positions) {
    std::vector<vec4> all;
    for (const vec3& x : positions) all.emplace_back(x, 0);
    return all;
}

static_assert(PBF_SOLID_SIZE == 8, "shaders/render/solids.glsl: struct Body");

FrameSet::FrameSet(Context& context, const Surroundings& s, bool linear)
    : context_(context),
      order_(meshes_last(s.bodies)),
      bodies_(in_order(s.bodies, order_)),
      flat_(s.flat),
      linear_picture_(linear),
      first_mesh_(static_cast<uint32_t>(std::ranges::count_if(bodies_, [](const Solid& b) { return !b.mesh; }))),
      plane_count_(std::min(static_cast<uint32_t>(s.planes.size()), uint32_t{RENDER_MOST_PLANES})),
      obstacle_count_(static_cast<uint32_t>(s.obstacles.size())),
      args_(context, sizeof(RenderArgs), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
            MemoryKind::device, "render args"),
      obstacles_(context, padded(s.obstacles), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, "obstacles"),
      body_array_(context, std::max<size_t>(s.bodies.size(), 1) * PBF_SOLID_SIZE * sizeof(vec4),
                  VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::device, "solids"),
      nearest_(context, VK_FILTER_NEAREST),
      linear_(context, VK_FILTER_LINEAR),
      layout_(context, kBindings, "frame"),
      set_(context, layout_) {}

std::vector<SpecializationConstant> FrameSet::constants(std::vector<SpecializationConstant> others) const {
    others.push_back({4, plane_count_ + first_mesh_});
    others.push_back({5, obstacle_count_ > 0 || has_meshes() ? 1u : 0u});
    others.push_back({6, plane_count_});
    others.push_back({7, has_meshes() ? 1u : 0u});
    others.push_back({9, std::ranges::any_of(bodies_, [](const Solid& b) { return b.color.has_value(); }) ? 1u : 0u});
    others.push_back({10, linear_picture_ ? 1u : 0u});
    return others;
}

std::span<const vec4> FrameSet::placed_meshes() const {
    return std::span(placed_).subspan(size_t{PBF_SOLID_SIZE} * first_mesh_);
}

void FrameSet::write(const ParticleView& particles, const Images& images) {
    constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    set_.write_buffer(FRAME_ARGS, args_.handle(), 0, sizeof(RenderArgs));
    set_.write_buffer(FRAME_POSITION, particles.position.buffer, particles.position.offset, particles.position.bytes);
    set_.write_buffer(FRAME_VELOCITY, particles.velocity.buffer, particles.velocity.offset, particles.velocity.bytes);
    set_.write_image(FRAME_SUN_MAP, images.sun_map.view(), nearest_.handle(), kRead);
    set_.write_image(FRAME_SKY_MAP, images.sky_map.view(), nearest_.handle(), kRead);
    set_.write_image(FRAME_VISIBLE, images.visible.view(), nearest_.handle(), kRead);
    set_.write_image(FRAME_DEPTH, images.depth.view(), nearest_.handle(), kRead);
    set_.write_image(FRAME_FLOOR_LIGHT, images.floor_light.view(), linear_.handle(), kRead);
    set_.write_image(FRAME_SKY, images.sky.view(), linear_.handle(), kRead);
    set_.write_buffer(FRAME_OBSTACLE, obstacles_.handle(), 0, obstacles_.size());
    set_.write_buffer(FRAME_BODIES, body_array_.handle(), 0, body_array_.size());
    set_.write_image(FRAME_OBSTACLES, images.obstacles.view(), nearest_.handle(), kRead);
    set_.write_image(FRAME_MESH_SHADOW, images.mesh_shadow.view(), nearest_.handle(), kRead);
}

void FrameSet::update(VkCommandBuffer commands, RenderArgs args, const ParticleView& particles,
                      const std::vector<SolidState>& solids) {
    args.particles = particles.count;
    obstacles_.upload(commands);
    constexpr VkPipelineStageFlags2 kShaders = VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT |
                                               VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT |
                                               VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    memory_barrier(context_, commands, {kShaders}, kTransferred);  // after the previous frame's update and its reads
    context_.vk().vkCmdUpdateBuffer(commands, args_.handle(), 0, sizeof args, &args);
    placed_ = solid_bodies(bodies_, solids.empty() ? states_at(bodies_, 0) : in_order(solids, order_), flat_);
    for (size_t k = 0; k < bodies_.size(); ++k)
        placed_[PBF_SOLID_SIZE * k + 5] = bodies_[k].color ? vec4(linear_of(*bodies_[k].color), 1) : vec4(0);
    constexpr size_t kMostAtOnce = 65536 / sizeof(vec4);  // that vkCmdUpdateBuffer takes
    for (size_t first = 0; first < placed_.size(); first += kMostAtOnce)
        context_.vk().vkCmdUpdateBuffer(commands, body_array_.handle(), first * sizeof(vec4),
                                        std::min(kMostAtOnce, placed_.size() - first) * sizeof(vec4), &placed_[first]);
    if (particles.population.bytes > 0) {
        memory_barrier(context_, commands, kTransferred, kTransferred);
        const VkBufferCopy living{particles.population.offset + POPULATION_LIVING * sizeof(uint32_t),
                                  offsetof(RenderArgs, particles), sizeof(uint32_t)};
        context_.vk().vkCmdCopyBuffer(commands, particles.population.buffer, args_.handle(), 1, &living);
    }
    memory_barrier(context_, commands, kTransferred,
                   {kShaders, VK_ACCESS_2_UNIFORM_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT});
}

}  // namespace undine
