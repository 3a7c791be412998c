// A mesh's triangles as they are drawn: with normals that are smooth where the surface is meant to be round.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

struct MeshVertex {
    glm::vec3 position;  // m, in the mesh's own axes
    glm::vec3 normal;    // unit, outward
};

struct ShadedMesh {
    std::vector<MeshVertex> vertices;
    std::vector<uint32_t> indices;  // three a triangle, in the mesh's order
};

// Triangles that meet at an edge by less than 35° share a vertex, and so a normal, at each of its ends: the mean of
// theirs, weighted by their angles there. At a sharper edge each side keeps its own. mesh: of closed_mesh().
ShadedMesh shaded_mesh(const TriangleMesh& mesh);

}  // namespace undine
