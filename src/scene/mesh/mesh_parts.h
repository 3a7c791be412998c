// The parts of a mesh, and which of them are inside out.
#pragma once
#include <cstdint>
#include <vector>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

// Triangles that hang together by their edges are a part.
struct MeshParts {
    uint32_t count = 0;
    uint32_t inside_out = 0;  // of them
};

// A part is inside out if its volume is negative, unless it lies wholly within others: then it bounds a cavity. Whether
// it does is told at the middle and near the corners of each of its triangles.
// across: of triangles_across().
MeshParts parts_of(const TriangleMesh& mesh, const std::vector<uint32_t>& across);

}  // namespace undine
