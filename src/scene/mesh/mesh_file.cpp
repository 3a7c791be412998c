#include "scene/mesh/mesh_file.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <charconv>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "error.h"
#include "scene/mesh/solid_mesh.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

constexpr uint64_t kMostTriangles = 10'000'000;  // whose tree and normals take 2 GB

TriangleMesh triangles_of(const aiScene& scene, const std::string& name) {
    TriangleMesh mesh;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
        const aiMesh& part = *scene.mMeshes[m];
        const auto first = static_cast<uint32_t>(mesh.points.size());
        for (unsigned k = 0; k < part.mNumVertices; ++k)
            mesh.points.emplace_back(part.mVertices[k].x, part.mVertices[k].y, part.mVertices[k].z);
        for (unsigned k = 0; k < part.mNumFaces; ++k) {
            const aiFace& face = part.mFaces[k];
            if (face.mNumIndices != 3) continue;  // a lone point or line
            mesh.triangles.push_back(first + glm::uvec3(face.mIndices[0], face.mIndices[1], face.mIndices[2]));
        }
        if (mesh.triangles.size() > kMostTriangles)
            throw Error(Exit::bad_input, name + " has more than " + grouped_text(kMostTriangles) + " triangles");
    }
    return mesh;
}

// Assimp allocates what the header of a PLY file promises before it has read any of it. No element takes less than a
// byte of the file.
void require_what_is_promised(const std::filesystem::path& path, const std::string& name) {
    std::error_code ignored;
    const uintmax_t bytes = std::filesystem::file_size(path, ignored);
    std::ifstream file(path, std::ios::binary);
    std::string line;
    for (int lines = 0; lines < 1000 && std::getline(file, line) && !line.starts_with("end_header"); ++lines) {
        std::istringstream words(line);
        std::string element, kind, count;
        words >> element >> kind >> count;
        if (element != "element") continue;
        uint64_t promised = 0;
        const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), promised);
        if (error == std::errc::result_out_of_range || promised > bytes)
            throw Error(Exit::bad_input, name + " cannot be read as a mesh: its header promises " + printable(count) +
                                             " of element " + printable(kind) + ", more than a file of " +
                                             file_size_text(bytes) + " can hold");
    }
}

}  // namespace

TriangleMesh read_mesh(const std::filesystem::path& path) {
    const std::string name = path_text(path);
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    if (extension != ".obj" && extension != ".ply" && extension != ".stl")
        throw Error(Exit::bad_input, name + " is no mesh; expected a file .obj, .ply or .stl");
    if (extension == ".ply") require_what_is_promised(path, name);
    Assimp::Importer importer;
    // Only what shapes are made of; a material's file is not looked for.
    const aiScene* scene = importer.ReadFile(path.string(), aiProcess_Triangulate | aiProcess_PreTransformVertices);
    if (!scene)
        throw Error(Exit::bad_input, name + " cannot be read as a mesh: " + printable(importer.GetErrorString()));
    return closed_mesh(triangles_of(*scene, name), name);
}

void read_meshes(std::vector<Solid>& solids) {
    std::map<std::pair<std::string, float>, std::shared_ptr<const SolidMesh>> known;
    for (Solid& solid : solids) {
        if (solid.mesh_file.empty()) continue;
        auto& mesh = known[{solid.mesh_file, solid.scale}];
        if (!mesh) mesh = std::make_shared<SolidMesh>(read_mesh(solid.mesh_file), double{solid.scale});
        solid.mesh = mesh;
    }
}

}  // namespace undine
