// Reads triangle meshes: OBJ, PLY and STL.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "scene/mesh/triangle_mesh.h"
#include "scene/solid.h"

namespace undine {

inline constexpr double kLeastScale = 1e-6, kMostScale = 1e6;  // m for a length of 1 in the file
inline constexpr uint64_t kMostMeshBytes = uint64_t{1} << 30;  // of a file that is read whole
inline constexpr std::string_view kMeshExpected = "a mesh (.obj, .ply or .stl)";

// All triangles of a file, polygons cut into triangles, as closed_mesh() returns them. Throws Error
// (bad_input).
TriangleMesh read_mesh(const std::filesystem::path& path);

// Reads the meshes that these solids name. Solids with the same file and scale share one.
void read_meshes(std::vector<Solid>& solids);

}  // namespace undine
