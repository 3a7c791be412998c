#include "scene/mesh/mesh_file.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "error.h"
#include "scene/mesh/solid_mesh.h"
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

}  // namespace

TriangleMesh read_mesh(const std::filesystem::path& path) {
    const std::string name = path_text(path);
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    if (extension != ".obj" && extension != ".ply" && extension != ".stl")
        throw Error(Exit::bad_input, name + " is no mesh; expected a file .obj, .ply or .stl");
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
