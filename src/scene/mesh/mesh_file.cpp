#include "scene/mesh/mesh_file.h"

#include <assimp/MemoryIOWrapper.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cctype>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "platform/whole_file.h"
#include "scene/mesh/ply_mesh.h"
#include "scene/mesh/solid_mesh.h"
#include "scene/mesh/stl_mesh.h"
#include "text/text.h"
#include "undine/error.h"

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

// Hands assimp one file, and no other that the file names, such as a material's: that could be a pipe.
class OneFile : public Assimp::IOSystem {
  public:
    static constexpr const char* kName = "mesh.obj";
    explicit OneFile(const std::string& bytes) : bytes_(bytes) {}

    bool Exists(const char* name) const override { return std::string_view(name) == kName; }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* name, const char*) override {
        if (!Exists(name)) return nullptr;
        return new Assimp::MemoryIOStream(reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size());
    }
    void Close(Assimp::IOStream* stream) override { delete stream; }

  private:
    const std::string& bytes_;
};

TriangleMesh read_obj_mesh(const std::filesystem::path& path, const std::string& name) {
    const std::string bytes = read_whole_file(path, kMeshExpected, kMostMeshBytes);
    Assimp::Importer importer;
    importer.SetIOHandler(new OneFile(bytes));  // which the importer deletes
    const aiScene* scene = importer.ReadFile(OneFile::kName, aiProcess_Triangulate | aiProcess_PreTransformVertices);
    if (!scene)
        throw Error(Exit::bad_input, name + " cannot be read as a mesh: " + printable(importer.GetErrorString()));
    return triangles_of(*scene, name);
}

}  // namespace

TriangleMesh read_mesh(const std::filesystem::path& path) {
    const std::string name = path_text(path);
    (void)open_file(path, kMeshExpected);  // what is no file at all is told before what its name says
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    if (extension != ".obj" && extension != ".ply" && extension != ".stl")
        throw Error(Exit::bad_input, name + " is no mesh; expected a file .obj, .ply or .stl");
    return closed_mesh(extension == ".ply"   ? read_ply_mesh(path, kMostTriangles)
                       : extension == ".stl" ? read_stl_mesh(path, kMostTriangles)
                                             : read_obj_mesh(path, name),
                       name);
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
