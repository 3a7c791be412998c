#include "solver/solids.h"

#include <algorithm>
#include <cmath>

#include "scene/scene.h"
#include "solver/fluid_params.h"
#include "solver/mesh_field.h"

namespace undine {
namespace {

// In 2D a solid has no ends along z.
constexpr float kFar = 1e6f;

// From its middle on, push-out takes a particle to the far side of a body. That is half its thickness and half a
// particle_spacing within where it pushes: of this many spacings' thickness 1.5 of them, farther than water goes in a
// step whose size suits them.
constexpr float kThin = 2;

bool is_thin(const Solid& solid, const Parameters& p) {
    const vec3& h = solid.half_size;
    const float least = p.dimensions == 2 ? std::min(h.x, h.y) : std::min({h.x, h.y, h.z});
    return !solid.mesh && 2 * (least + solid.radius) < kThin * p.particle_spacing;
}

void append(const Solid& solid, const SolidState& state, bool flat, std::vector<vec4>& to) {
    const glm::dmat3 axes = glm::mat3_cast(state.rotation);
    const size_t begin = to.size();
    to.emplace_back(vec3(state.center), static_cast<float>(reach_of(solid, flat ? 2 : 3)));
    for (int axis = 0; axis < 3; ++axis) to.emplace_back(vec3(axes[axis]), 0);
    to.emplace_back(solid.half_size, 0);
    to.emplace_back(0, 0, 0, 0);
    to.emplace_back(vec3(state.velocity), 0);
    to.emplace_back(vec3(state.angular_velocity), 0);
    to[begin + 1].w = solid.radius;
    if (flat) to[begin].z = 0, to[begin + 4].z = kFar;
}

}  // namespace

std::vector<vec4> all_planes(const Scene& scene) {
    const Parameters& p = scene.parameters;
    std::vector<vec4> planes;
    if (p.walls != WallModel::none)
        for (uint32_t axis = 0; axis < p.dimensions; ++axis) {
            vec3 normal(0);
            normal[axis] = 1;
            planes.emplace_back(normal, p.tank_min[axis]);
            planes.emplace_back(-normal, -p.tank_max[axis]);
        }
    for (const Plane& plane : scene.planes) planes.emplace_back(plane.normal, plane.offset);
    return planes;
}

// Plane after plane, the face of the box that looks most nearly along its normal moves until the box's corner deepest
// behind the plane lies on it: n·x there is least in the box, and each step of r inward on all axes adds at least r.
OpenBox open_box(const Scene& scene) {
    OpenBox box;
    for (const vec4& plane : all_planes(scene)) {
        const vec3 n(plane),
            deepest(n.x > 0 ? box.min.x : box.max.x, n.y > 0 ? box.min.y : box.max.y, n.z > 0 ? box.min.z : box.max.z);
        int axis = 0;
        for (int a = 1; a < 3; ++a)
            if (std::abs(n[a]) > std::abs(n[axis])) axis = a;
        double rest = plane.w;
        for (int a = 0; a < 3; ++a)
            if (a != axis) rest -= double{n[a]} * deepest[a];
        const auto face = static_cast<float>(rest / n[axis]);
        if (n[axis] > 0) box.min[axis] = std::max(box.min[axis], face);
        else box.max[axis] = std::min(box.max[axis], face);
    }
    return box;
}

std::vector<vec4> solid_array(const Scene& scene, const std::vector<SolidState>& states,
                              std::span<const double> masses) {
    const Parameters& p = scene.parameters;
    std::vector<vec4> array = all_planes(scene);
    std::vector<vec4> bodies = solid_bodies(scene.solids, states, p.dimensions == 2, p.support_radius);
    for (size_t k = 0; k < scene.solids.size(); ++k)
        if (is_thin(scene.solids[k], p)) bodies[PBF_SOLID_SIZE * k + 5].x = 1;
    for (size_t k = 0; k < masses.size(); ++k) bodies[PBF_SOLID_SIZE * k + 3].w = static_cast<float>(masses[k]);
    array.insert(array.end(), bodies.begin(), bodies.end());
    return array;
}

std::vector<vec4> solid_bodies(const std::vector<Solid>& solids, const std::vector<SolidState>& states, bool flat,
                               double support_radius) {
    std::vector<vec4> array;
    for (size_t k = 0; k < solids.size(); ++k) append(solids[k], states[k], flat, array);
    if (support_radius == 0) return array;
    const FieldPlaces places = field_places(solids, support_radius);
    for (size_t k = 0; k < solids.size(); ++k) {
        if (!solids[k].mesh) continue;
        const FieldGrid grid = field_grid(*solids[k].mesh, support_radius);
        array[PBF_SOLID_SIZE * k + 2].w = static_cast<float>(grid.deepest());
        array[PBF_SOLID_SIZE * k + 4] = vec4(vec3(grid.origin), 1 / grid.spacing);
        array[PBF_SOLID_SIZE * k + 5] = vec4(grid.nodes, static_cast<float>(places.first[k]));
    }
    return array;
}

uint32_t solid_traits(const Scene& scene, const FluidParams& params) {
    uint32_t traits =
        (params.friction > 0 ? PBF_SOLIDS_FRICTION : 0) | (params.reaction_count > 0 ? PBF_SOLIDS_REACTIONS : 0);
    for (const Solid& solid : scene.solids)
        traits |= (solid.mesh         ? PBF_SOLIDS_MESHES
                   : solid.radius > 0 ? PBF_SOLIDS_ROUND
                                      : PBF_SOLIDS_BOXES) |
                  (is_thin(solid, scene.parameters) ? PBF_SOLIDS_THIN : 0);
    return traits;
}

bool solids_move(const Scene& scene) {
    return std::ranges::any_of(scene.solids, [](const Solid& solid) { return solid.moves(); });
}

}  // namespace undine
