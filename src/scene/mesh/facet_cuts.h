// Where triangles pass through each other, and the pieces that they cut each other into.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

struct Facet {
    std::array<glm::dvec3, 3> corners;  // m
    glm::dvec3 normal;                  // of unit length; 0 if it has no area
    double area;                        // m²
};
std::array<glm::dvec3, 3> corners_of(const TriangleMesh& mesh, uint32_t triangle);
Facet facet_of(const TriangleMesh& mesh, uint32_t triangle);

struct Line {
    glm::dvec3 from, to;  // m
};
struct Lines {
    std::array<Line, 3> of;
    int count = 0;
};
// Where another triangle meets the facet's plane: one line, or its three edges if it lies in it. Corners within
// `slack`, m, of the plane count as in it.
Lines lines_in_plane(const Facet& facet, const std::array<glm::dvec3, 3>& other, double slack);

// The part of a line in a convex polygon made larger by `margin`, m.
std::optional<Line> clipped(const Line& line, std::span<const glm::dvec3> polygon, const glm::dvec3& normal,
                            double margin);

using Polygon = std::vector<glm::dvec3>;  // convex

// The pieces of a facet such that no line passes through one deeper than `slack`: halved along the longest line in it
// until none is left, as binary space partitions are. Each halving takes one from `left`; unfinished if none is left.
std::vector<Polygon> cut(const Facet& facet, const std::vector<Line>& lines, double slack, std::atomic<int64_t>& left);

}  // namespace undine
