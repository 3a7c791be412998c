// Reads triangle meshes: OBJ, PLY and STL.
#pragma once
#include <filesystem>
#include <vector>

#include "scene/mesh/triangle_mesh.h"
#include "scene/solid.h"

namespace undine {

// All triangles of a file, polygons cut into triangles, as closed_mesh() returns them. Throws Error
// (bad_input).
TriangleMesh read_mesh(const std::filesystem::path& path);

// Reads the meshes that these solids name. Solids with the same file and scale share one.
void read_meshes(std::vector<Solid>& solids);

}  // namespace undine
