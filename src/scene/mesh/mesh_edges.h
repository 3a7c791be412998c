// Which triangles of a mesh share an edge.
#pragma once
#include <cstdint>
#include <vector>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

// A triangle passes along an edge, from its corner `place` % 3 to the next.
struct EdgePass {
    uint64_t ends;   // the smaller index of its two points, times 2³², plus the larger
    uint32_t place;  // 3 · triangle + corner
};

// All of them, those along the same edge one after the other.
std::vector<EdgePass> edge_passes(const TriangleMesh& mesh);

// Whether the triangle passes from the smaller index to the larger.
inline bool passes_up(const TriangleMesh& mesh, const EdgePass& pass) {
    return mesh.triangles[pass.place / 3][int(pass.place % 3)] == pass.ends >> 32;
}

// Three per triangle: the one on the other side of its edge from corner k to the next, or kNoTriangle.
inline constexpr uint32_t kNoTriangle = 0xffffffff;
std::vector<uint32_t> triangles_across(const TriangleMesh& mesh, const std::vector<EdgePass>& passes);
inline std::vector<uint32_t> triangles_across(const TriangleMesh& mesh) {
    return triangles_across(mesh, edge_passes(mesh));
}

}  // namespace undine
