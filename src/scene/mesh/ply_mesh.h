// Triangle meshes from PLY files: x y z of element vertex, and of element face the list vertex_indices or vertex_index.
#pragma once
#include <filesystem>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

// All faces as triangles, of at most `most`. Other elements and properties are skipped, and what follows the faces is
// not read. Throws Error (bad_input), "PATH: ...", for a file that is damaged or has no faces (ply/), an index of no
// vertex, and a face that cannot be cut into a fan of triangles.
TriangleMesh read_ply_mesh(const std::filesystem::path& path, uint64_t most);

}  // namespace undine
