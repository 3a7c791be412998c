#include "surface/surface_mesh.h"

#include <glm/geometric.hpp>

namespace undine {

double enclosed_volume(const SurfaceMesh& mesh) {
    if (mesh.points.empty()) return 0;
    const glm::dvec3 origin = mesh.points[0];  // near the mesh, which need not be near the scene's
    double sum = 0;
    for (const glm::uvec3& t : mesh.triangles) {
        const glm::dvec3 a = glm::dvec3(mesh.points[t.x]) - origin, b = glm::dvec3(mesh.points[t.y]) - origin,
                         c = glm::dvec3(mesh.points[t.z]) - origin;
        sum += glm::dot(a, glm::cross(b, c));
    }
    return sum / 6;
}

}  // namespace undine
