#include "solver/solids.h"

#include <algorithm>

#include "solver/mesh_field.h"

namespace undine {
namespace {

// In 2D a solid has no ends along z.
constexpr float kFar = 1e6f;

void append(const Solid& solid, double time, bool flat, std::vector<vec4>& to) {
    const SolidState state = state_at(solid, time);
    const glm::dmat3 axes = glm::mat3_cast(state.rotation);
    const size_t begin = to.size();
    to.emplace_back(vec3(state.center), static_cast<float>(reach_of(solid, flat ? 2 : 3)));
    for (int axis = 0; axis < 3; ++axis) to.emplace_back(vec3(axes[axis]), 0);
    to.emplace_back(solid.half_size, 0);
    to.emplace_back(0, 0, 0, 0);
    to[begin + 1].w = solid.radius;
    if (flat) to[begin].z = 0, to[begin + 4].z = kFar;
}

}  // namespace

uint32_t plane_count(const Scene& scene) {
    const uint32_t walls = scene.parameters.walls != WallModel::none ? 2 * scene.parameters.dimensions : 0;
    return walls + static_cast<uint32_t>(scene.planes.size());
}

std::vector<vec4> solid_array(const Scene& scene, double time) {
    const Parameters& p = scene.parameters;
    std::vector<vec4> array;
    if (p.walls != WallModel::none)
        for (uint32_t axis = 0; axis < p.dimensions; ++axis) {
            vec3 normal(0);
            normal[axis] = 1;
            array.emplace_back(normal, p.tank_min[axis]);
            array.emplace_back(-normal, -p.tank_max[axis]);
        }
    for (const Plane& plane : scene.planes) array.emplace_back(plane.normal, plane.offset);
    const std::vector<vec4> bodies = solid_bodies(scene.solids, time, p.dimensions == 2, p.support_radius);
    array.insert(array.end(), bodies.begin(), bodies.end());
    return array;
}

std::vector<vec4> solid_bodies(const std::vector<Solid>& solids, double time, bool flat, double support_radius) {
    std::vector<vec4> array;
    for (const Solid& solid : solids) append(solid, time, flat, array);
    if (support_radius == 0) return array;
    const FieldPlaces places = field_places(solids, support_radius);
    for (size_t k = 0; k < solids.size(); ++k) {
        if (!solids[k].mesh) continue;
        const FieldGrid grid = field_grid(*solids[k].mesh, support_radius);
        array[PBF_SOLID_SIZE * k + 4] = vec4(vec3(grid.origin), 1 / grid.spacing);
        array[PBF_SOLID_SIZE * k + 5] = vec4(grid.nodes, static_cast<float>(places.first[k]));
    }
    return array;
}

bool solids_move(const Scene& scene) {
    return std::ranges::any_of(scene.solids, [](const Solid& solid) { return solid.moves(); });
}

}  // namespace undine
