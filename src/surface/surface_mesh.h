// The surface of water as triangles.
#pragma once
#include <cstddef>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace undine {

struct SurfaceMesh {
    std::vector<glm::vec3> points;      // m
    std::vector<glm::uvec3> triangles;  // indices into points; counter-clockwise as seen from outside
};

// m³, of a closed mesh: that inside less that of cavities.
double enclosed_volume(const SurfaceMesh& mesh);

}  // namespace undine
