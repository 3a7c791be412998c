#include "scene/mesh/ply_mesh.h"

#include <array>

#include "platform/whole_file.h"
#include "ply/records.h"
#include "scene/mesh/mesh_file.h"
#include "scene/mesh/polygon.h"
#include "text/text.h"

namespace undine {
namespace {

using ply::Element;
using ply::Record;
using ply::refuse;

constexpr size_t kMostCorners = 1024;  // each may be tried as the middle of the fan: a quarter of a million triangles

std::array<size_t, 3> coordinates_of(const Element& vertex, const std::string& path) {
    std::array<size_t, 3> at{};
    for (size_t axis = 0; axis < 3; ++axis) {
        const std::string name(1, "xyz"[axis]);
        const std::optional<size_t> column = vertex.find(name);
        if (!column || vertex.properties[*column].count)
            refuse(path, "element vertex has no property " + name + " that is a number");
        at[axis] = *column;
    }
    return at;
}

size_t corners_of(const Element& face, const std::string& path) {
    for (const char* name : {"vertex_indices", "vertex_index"}) {
        const std::optional<size_t> column = face.find(name);
        if (!column) continue;
        const ply::Property& p = face.properties[*column];
        if (p.count && ply::is_integer(p.type)) return *column;
    }
    refuse(path, "element face has no property vertex_indices that is a list of integers");
}

// Its vertices as indices of points.
void take_face(TriangleMesh& mesh, const std::vector<double>& corners, uint64_t index, const std::string& path) {
    const std::string face = "face " + std::to_string(index);
    if (corners.size() > kMostCorners)
        refuse(path, face + " has " + std::to_string(corners.size()) + " corners; at most " +
                         std::to_string(kMostCorners) + " are allowed");
    std::array<uint32_t, kMostCorners> indices;
    for (size_t k = 0; k < corners.size(); ++k) {
        if (!(corners[k] >= 0 && corners[k] < double(mesh.points.size())))
            refuse(path, face + " names vertex " + number_text(corners[k]) + ", but there are " +
                             std::to_string(mesh.points.size()) + ", counted from 0");
        indices[k] = static_cast<uint32_t>(corners[k]);
    }
    if (!append_polygon(mesh, std::span(indices.data(), corners.size())))
        refuse(path,
               face + ", a polygon of " + std::to_string(corners.size()) +
                   " corners, cannot be cut into triangles from any of them; make triangles of it where it was made");
}

}  // namespace

TriangleMesh read_ply_mesh(const std::filesystem::path& file, uint64_t most) {
    const std::string path = file.string();
    std::ifstream stream = open_file(file, kMeshExpected);
    const ply::Header header = ply::read_header(stream, path);
    const Element* const vertex = header.find("vertex");
    const Element* const face = header.find("face");
    if (!vertex || vertex->count == 0) refuse(path, "a mesh must have at least one vertex (element vertex)");
    if (!face || face->count == 0) refuse(path, "a mesh must have at least one face (element face)");
    if (face < vertex) refuse(path, "element vertex must come before element face");
    const std::array<size_t, 3> xyz = coordinates_of(*vertex, path);
    const size_t corners = corners_of(*face, path);
    const auto require = [&](const Element& element, uint64_t allowed) {
        if (element.count > allowed)
            refuse(path, "the header declares " + ply::count_text(element) + ", and at most " +
                             std::to_string(allowed) + " are allowed");
    };
    require(*vertex, 3 * most);
    require(*face, most);

    TriangleMesh mesh;
    ply::Records records(stream, header, path);
    for (const Element* element = header.elements.data(); element < face; ++element)
        records.read(*element, [&](const Record& record) {
            if (element != vertex) return;
            mesh.points.emplace_back(record.numbers[xyz[0]], record.numbers[xyz[1]], record.numbers[xyz[2]]);
        });
    uint64_t index = 0;
    records.read(*face, [&](const Record& record) {
        take_face(mesh, record.lists[corners], index++, path);
        if (mesh.triangles.size() > most) refuse(path, "has more than " + std::to_string(most) + " triangles");
    });
    return mesh;
}

}  // namespace undine
