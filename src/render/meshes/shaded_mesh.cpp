#include "render/meshes/shaded_mesh.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace undine {
namespace {

using glm::dvec3;

constexpr double kSmooth = 0.819;  // cos 35°

// Sets of corners, three a triangle, each named by one of its members.
class CornerSets {
  public:
    explicit CornerSets(size_t corners) : parent_(corners) { std::iota(parent_.begin(), parent_.end(), 0u); }
    uint32_t of(uint32_t corner) {
        while (parent_[corner] != corner) corner = parent_[corner] = parent_[parent_[corner]];
        return corner;
    }
    void unite(uint32_t a, uint32_t b) { parent_[of(a)] = of(b); }

  private:
    std::vector<uint32_t> parent_;
};

uint32_t next(uint32_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }

// 0 of a triangle without an area.
dvec3 normal_of(const TriangleMesh& mesh, const glm::uvec3& t) {
    const dvec3 n = glm::cross(mesh.points[t.y] - mesh.points[t.x], mesh.points[t.z] - mesh.points[t.x]);
    const double length = glm::length(n);
    return length > 0 ? n / length : dvec3(0);
}

double angle_at(const TriangleMesh& mesh, const glm::uvec3& t, int k) {
    const dvec3 x = mesh.points[t[k]], a = mesh.points[t[(k + 1) % 3]] - x, b = mesh.points[t[(k + 2) % 3]] - x;
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

// Corners at the same point, connected round it by triangles that meet smoothly.
CornerSets smooth_sets(const TriangleMesh& mesh, const std::vector<dvec3>& normals) {
    CornerSets sets(3 * mesh.triangles.size());
    std::unordered_map<uint64_t, uint32_t> open;  // edges that one triangle has passed: the corner that it begins at
    open.reserve(mesh.triangles.size() * 3 / 2);
    auto point = [&](uint32_t corner) { return mesh.triangles[corner / 3][static_cast<int>(corner % 3)]; };
    for (uint32_t corner = 0; corner < 3 * mesh.triangles.size(); ++corner) {
        const uint32_t from = point(corner), to = point(next(corner));
        const auto other = open.find(uint64_t{to} << 32 | from);
        if (other == open.end()) {
            open[uint64_t{from} << 32 | to] = corner;
            continue;
        }
        if (glm::dot(normals[corner / 3], normals[other->second / 3]) < kSmooth) continue;
        sets.unite(corner, next(other->second));
        sets.unite(next(corner), other->second);
    }
    return sets;
}

}  // namespace

ShadedMesh shaded_mesh(const TriangleMesh& mesh) {
    std::vector<dvec3> normals;
    for (const glm::uvec3& t : mesh.triangles) normals.push_back(normal_of(mesh, t));
    CornerSets sets = smooth_sets(mesh, normals);

    constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
    std::vector<uint32_t> vertex_of(3 * mesh.triangles.size(), kNone);  // by the corner that names a set
    std::vector<dvec3> sums;
    ShadedMesh shaded;
    for (uint32_t corner = 0; corner < vertex_of.size(); ++corner) {
        const glm::uvec3& t = mesh.triangles[corner / 3];
        const int k = static_cast<int>(corner % 3);
        uint32_t& vertex = vertex_of[sets.of(corner)];
        if (vertex == kNone) {
            vertex = static_cast<uint32_t>(sums.size());
            sums.emplace_back(0);
            shaded.vertices.push_back({glm::vec3(mesh.points[t[k]]), {}});
        }
        sums[vertex] += angle_at(mesh, t, k) * normals[corner / 3];
        shaded.indices.push_back(vertex);
    }
    for (size_t v = 0; v < sums.size(); ++v) {
        const double length = glm::length(sums[v]);
        shaded.vertices[v].normal = length > 0 ? glm::vec3(sums[v] / length) : glm::vec3(0, 1, 0);
    }
    return shaded;
}

}  // namespace undine
