#include "scene/dropped_mesh.h"

#include <algorithm>

#include "scene/mesh/mesh_file.h"
#include "scene/mesh/solid_mesh.h"

namespace undine {

Solid dropped_mesh(const std::filesystem::path& file, const glm::vec3& tank_min, const glm::vec3& tank_max) {
    constexpr float kShare = 1.0f / 3, kDensity = 400;  // of the tank; kg/m³, about that of wood
    TriangleMesh surface = read_mesh(file);
    const SolidMesh whole(surface);
    const glm::vec3 low(whole.low()), high(whole.high()), size = high - low, tank = tank_max - tank_min;
    Solid solid{.mesh_file = file.string(), .density = kDensity};
    solid.scale = kShare * std::min(tank.x, tank.z) / std::max({size.x, size.y, size.z});
    solid.mesh = std::make_shared<SolidMesh>(std::move(surface), double{solid.scale});
    const glm::vec3 middle(0.5f * (tank_min.x + tank_max.x), tank_max.y - 0.5f * solid.scale * size.y,
                           0.5f * (tank_min.z + tank_max.z));
    solid.center = middle - solid.scale * 0.5f * (low + high);
    return solid;
}

}  // namespace undine
