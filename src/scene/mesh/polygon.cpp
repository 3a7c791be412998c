#include "scene/mesh/polygon.h"

#include <glm/geometric.hpp>

namespace undine {
namespace {

glm::uvec3 fan_triangle(std::span<const uint32_t> corners, size_t start, size_t k) {
    const size_t n = corners.size();
    return {corners[start], corners[(start + k) % n], corners[(start + k + 1) % n]};
}

// Twice the area, along the normal.
glm::dvec3 area_of(const TriangleMesh& mesh, const glm::uvec3& t) {
    return glm::cross(mesh.points[t.y] - mesh.points[t.x], mesh.points[t.z] - mesh.points[t.x]);
}

bool fan_faces(const TriangleMesh& mesh, std::span<const uint32_t> corners, size_t start, const glm::dvec3& area) {
    const double least =
        -1e-6 * glm::dot(area, area);  // corners on a line, but for rounding, are none that point inward
    for (size_t k = 1; k + 1 < corners.size(); ++k)
        if (!(glm::dot(area_of(mesh, fan_triangle(corners, start, k)), area) >= least)) return false;
    return true;
}

}  // namespace

bool append_polygon(TriangleMesh& mesh, std::span<const uint32_t> corners) {
    if (corners.size() < 3) return true;
    size_t start = 0;
    if (corners.size() > 3) {
        glm::dvec3 area(0);
        for (size_t k = 1; k + 1 < corners.size(); ++k) area += area_of(mesh, fan_triangle(corners, 0, k));
        while (start < corners.size() && !fan_faces(mesh, corners, start, area)) ++start;
        if (start == corners.size()) {
            if (corners.size() > 4) return false;
            start = 0;
        }
    }
    for (size_t k = 1; k + 1 < corners.size(); ++k) mesh.triangles.push_back(fan_triangle(corners, start, k));
    return true;
}

}  // namespace undine
