// The surface of a solid as triangles.
#pragma once
#include <glm/vec3.hpp>
#include <string>
#include <vector>

namespace undine {

struct TriangleMesh {
    std::vector<glm::dvec3> points;     // m, in the solid's own axes
    std::vector<glm::uvec3> triangles;  // indices into points; counter-clockwise as seen from outside
};

// The mesh with points at the same place made one, and without triangles that have lost an edge by it or points that no
// triangle uses. Throws Error (bad_input), whose sentence begins with `name` and counts what is wrong, unless the
// result encloses a volume: each edge must belong to two triangles that pass it in opposite directions, and the
// triangles must face outward, but for those of a cavity, a part that lies wholly within others. Parts may overlap, and
// triangles intersect each other: the solid is their union (outer_surface.h).
TriangleMesh closed_mesh(const TriangleMesh& mesh, const std::string& name);

// m³: what it encloses, twice where it winds around twice.
double signed_volume(const TriangleMesh& mesh);

}  // namespace undine
