// Triangle meshes from STL files, binary or text.
#pragma once
#include <filesystem>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

// All triangles, of at most `most`, each with points of its own. Normals and colours are skipped. Throws Error
// (bad_input), "PATH: ..." or "PATH:LINE: ...", for a file that is damaged or too large.
TriangleMesh read_stl_mesh(const std::filesystem::path& path, uint64_t most);

}  // namespace undine
