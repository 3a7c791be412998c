#include "render/solids/distance_view.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "gpu/memory_barrier.h"
#include "render/bindings.glsl"
#include "render/rendering.h"
#include "scene/radial_kernel.h"
#include "scene/sampling.h"
#include "sim/sizes.glsl"
#include "solver/mesh_field.h"
#include "solver/solids.h"
#include "solver/wall_table.h"

namespace undine {
namespace {

const Binding kBindings[] = {{DISTANCE_SOLIDS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_FRAGMENT_BIT},
                             {DISTANCE_MESH_FIELD, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_FRAGMENT_BIT}};

struct Push {  // shaders/render/show_distance.frag
    vec4 slice;
    float spacing, support_radius;
    uint32_t plane_count, solid_count;
};

std::vector<vec4> planes_of(const Surroundings& s) {
    std::vector<vec4> planes;
    for (int axis = 0; s.has_tank && axis < (s.flat ? 2 : 3); ++axis) {
        vec3 n(0);
        n[axis] = 1;
        planes.emplace_back(n, s.tank.min[axis]);
        planes.emplace_back(-n, -s.tank.max[axis]);
    }
    for (const Plane& plane : s.planes) planes.emplace_back(plane.normal, plane.offset);
    return planes;
}

// The same as the solver's, so that they are made once.
std::vector<uvec2> mesh_fields_of(const Surroundings& s) { return mesh_fields(s.bodies, s.kernel); }

// Of the upright planes x = o and z = o, the one that faces the camera more.
vec4 slice_facing(const Camera& camera, const vec3& middle, bool flat) {
    const vec3 toward = camera.eye - camera.target;
    const vec3 n = flat || std::abs(toward.z) >= std::abs(toward.x) ? vec3(0, 0, 1) : vec3(1, 0, 0);
    return vec4(n, glm::dot(n, middle));
}

}  // namespace

DistanceView::DistanceView(Context& context, const FrameSet& set, VkFormat picture, const Surroundings& s)
    : context_(context),
      planes_(planes_of(s)),
      bodies_(s.bodies),
      middle_(0.5f * (s.tank.min + s.tank.max)),
      flat_(s.flat),
      support_radius_(static_cast<float>(s.kernel.h)),
      spacing_(s.particle_spacing),
      field_(context, mesh_fields_of(s), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, "shown mesh fields"),
      solids_(context, std::max<size_t>(planes_.size() + PBF_SOLID_SIZE * bodies_.size(), 1) * sizeof(vec4),
              VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::device,
              "shown solids"),
      layout_(context, kBindings, "distance view"),
      set_(context, layout_),
      pipeline_(make_graphics_pipeline(context, {.vertex = embedded_spirv("render/shade.vert"),
                                                 .fragment = embedded_spirv("render/show_distance.frag"),
                                                 .sets = {set.layout(), layout_.handle()},
                                                 .push_bytes = sizeof(Push),
                                                 .color = {{picture}},
                                                 .name = "show distance"})) {
    set_.write_buffer(DISTANCE_SOLIDS, solids_.handle(), 0, solids_.size());
    set_.write_buffer(DISTANCE_MESH_FIELD, field_.handle(), 0, field_.size());
}

void DistanceView::update(VkCommandBuffer commands, const std::vector<SolidState>& solids) {
    field_.upload(commands);
    std::vector<vec4> array = planes_;
    const std::vector<vec4> bodies =
        solid_bodies(bodies_, solids.empty() ? states_at(bodies_, 0) : solids, flat_, support_radius_);
    array.insert(array.end(), bodies.begin(), bodies.end());
    if (array.empty()) return;
    // The previous picture's reads are over.
    memory_barrier(context_, commands, {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT}, kTransferred);
    context_.vk().vkCmdUpdateBuffer(commands, solids_.handle(), 0, array.size() * sizeof(vec4), array.data());
    memory_barrier(context_, commands, kTransferred,
                   {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT});
}

void DistanceView::record(VkCommandBuffer commands, const FrameSet& set, const Camera& camera,
                          const std::vector<SolidState>& solids, Image& picture) {
    update(commands, solids);
    picture.barrier(commands, kColorTarget);
    const Rendering rendering(context_, commands, {.color = &picture});
    pipeline_.bind(commands, {set.handle(), set_.handle()});
    pipeline_.push(commands, Push{slice_facing(camera, middle_, flat_), spacing_, support_radius_,
                                  static_cast<uint32_t>(planes_.size()), static_cast<uint32_t>(bodies_.size())});
    context_.vk().vkCmdDraw(commands, 3, 1, 0, 0);
}

}  // namespace undine
