#include "scene/dropped_mesh.h"

#include <algorithm>
#include <glm/common.hpp>

#include "scene/mesh/mesh_file.h"
#include "scene/mesh/solid_mesh.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {

Solid dropped_mesh(const std::filesystem::path& file, const glm::vec3& tank_min, const glm::vec3& tank_max) {
    constexpr float kShare = 1.0f / 3, kDensity = 400;  // of the tank; kg/m³, about that of wood
    TriangleMesh surface = read_mesh(file);
    glm::dvec3 lowest(surface.points[0]), highest(lowest);
    for (const glm::dvec3& x : surface.points) {
        lowest = glm::min(lowest, x);
        highest = glm::max(highest, x);
    }
    const glm::vec3 low(lowest), high(highest), size = high - low, tank = tank_max - tank_min;
    Solid solid{.mesh_file = file.string(), .density = kDensity};
    const float longest = std::max({size.x, size.y, size.z}), wanted = kShare * std::min(tank.x, tank.z);
    solid.scale = wanted / longest;
    if (!(solid.scale >= kLeastScale && solid.scale <= kMostScale))
        throw Error(Exit::bad_input, path_text(file) + " is too " + (solid.scale < 1 ? "large" : "small") +
                                         " to be scaled to the tank: its longest side is " + number_text(longest) +
                                         " m, and must be at least " + number_text(wanted / float(kMostScale)) +
                                         " m and at most " + number_text(wanted / float(kLeastScale)) + " m");
    solid.mesh = std::make_shared<SolidMesh>(std::move(surface), double{solid.scale});
    const glm::vec3 middle(0.5f * (tank_min.x + tank_max.x), tank_max.y - 0.5f * solid.scale * size.y,
                           0.5f * (tank_min.z + tank_max.z));
    solid.center = middle - solid.scale * 0.5f * (low + high);
    return solid;
}

}  // namespace undine
