#include "scene/mesh/triangle_mesh.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <unordered_map>

#include "scene/mesh/mesh_edges.h"
#include "scene/mesh/mesh_parts.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr double kBound = 1e4;  // m, as for every place in a scene

struct PlaceHash {
    size_t operator()(const glm::dvec3& x) const {
        uint64_t hash = 0xcbf29ce484222325;
        for (int axis = 0; axis < 3; ++axis) hash = (hash ^ std::bit_cast<uint64_t>(x[axis])) * 0x9e3779b97f4a7c15;
        return hash ^ (hash >> 32);
    }
};

TriangleMesh welded(const TriangleMesh& mesh, const std::string& name) {
    TriangleMesh out;
    std::unordered_map<glm::dvec3, uint32_t, PlaceHash> indices;
    auto index_of = [&](uint32_t k) {
        if (k >= mesh.points.size())
            throw Error(Exit::bad_input, name + " has a triangle with a point that is not there");
        const glm::dvec3 x = mesh.points[k] + 0.0;  // −0 becomes 0
        for (int axis = 0; axis < 3; ++axis)
            if (!(std::abs(x[axis]) <= kBound))
                throw Error(
                    Exit::bad_input,
                    name + " has a point whose coordinates are not numbers of at most 10,000 m; check its scale");
        const auto [at, is_new] = indices.try_emplace(x, static_cast<uint32_t>(out.points.size()));
        if (is_new) out.points.push_back(x);
        return at->second;
    };
    for (const glm::uvec3& t : mesh.triangles) {
        const glm::uvec3 corners(index_of(t.x), index_of(t.y), index_of(t.z));
        if (corners.x != corners.y && corners.y != corners.z && corners.z != corners.x)
            out.triangles.push_back(corners);
    }
    return out;
}

}  // namespace

double signed_volume(const TriangleMesh& mesh) {
    double sum = 0;
    for (const glm::uvec3& t : mesh.triangles)
        sum += glm::dot(mesh.points[t.x], glm::cross(mesh.points[t.y], mesh.points[t.z])) / 6;
    return sum;
}

TriangleMesh closed_mesh(const TriangleMesh& mesh, const std::string& name) {
    TriangleMesh out = welded(mesh, name);
    if (out.triangles.empty()) throw Error(Exit::bad_input, name + " has no triangles");
    const std::vector<EdgePass> passes = edge_passes(out);
    uint64_t open = 0, crowded = 0, opposed = 0;
    for (size_t k = 0, next; k < passes.size(); k = next) {
        for (next = k + 1; next < passes.size() && passes[next].ends == passes[k].ends;) ++next;
        if (next - k == 1) ++open;
        else if (next - k > 2) ++crowded;
        else if (passes_up(out, passes[k]) == passes_up(out, passes[k + 1])) ++opposed;
    }
    std::string wrong;
    auto count = [&](uint64_t edges, const char* of) {
        if (edges == 0) return;
        wrong += (wrong.empty() ? "" : ", ") + grouped_text(edges) + (edges == 1 ? " edge " : " edges ") + of;
    };
    count(open, "of a hole");
    count(opposed, "between triangles that face opposite ways");
    count(crowded, "of more than two triangles");
    if (!wrong.empty())
        throw Error(Exit::bad_input, name + " does not enclose a volume: it has " + wrong +
                                         "; repair it where it was made (close holes, make normals consistent)");
    const MeshParts parts = parts_of(out, triangles_across(out, passes));
    if (parts.inside_out > 0 && parts.count > 1)
        throw Error(Exit::bad_input,
                    name + " has " + grouped_text(parts.inside_out) + (parts.inside_out == 1 ? " part" : " parts") +
                        " inside out, of " + grouped_text(parts.count) +
                        "; turn them where the mesh was made: triangles must face outward, except around a cavity, "
                        "which must lie wholly within other parts");
    if (!(signed_volume(out) > 0))
        throw Error(Exit::bad_input, name + " is inside out or has no volume: its triangles must face outward");
    return out;
}

}  // namespace undine
