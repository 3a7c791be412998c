#include "scene/mesh/mesh_parts.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <optional>
#include <span>

#include "scene/mesh/facet_cuts.h"
#include "scene/mesh/mesh_edges.h"
#include "scene/mesh/triangle_tree.h"
#include "scene/mesh/winding_number.h"

namespace undine {
namespace {

using glm::dvec3;

double volume(const TriangleMesh& mesh, std::span<const uint32_t> part) {
    const dvec3 from = mesh.points[mesh.triangles[part[0]].x];  // near it, so that rounding is small
    double sum = 0;
    for (const uint32_t triangle : part) {
        const glm::uvec3& t = mesh.triangles[triangle];
        sum += glm::dot(mesh.points[t.x] - from, glm::cross(mesh.points[t.y] - from, mesh.points[t.z] - from)) / 6;
    }
    return sum;
}

}  // namespace

MeshParts parts_of(const TriangleMesh& mesh, const std::vector<uint32_t>& across) {
    MeshParts parts;
    std::optional<TriangleTree> tree;
    std::optional<WindingNumber> winding;
    // The winding number where a part that faces inward has its inside: −1 in the open, 0 in a cavity. At the middle
    // and near the corners of each triangle, a millionth of the mesh's size before it.
    const auto winds_backwards = [&](uint32_t triangle) {
        const Facet facet = facet_of(mesh, triangle);
        if (!(facet.area > 0)) return false;
        if (!tree) winding.emplace(mesh, tree.emplace(mesh));
        const dvec3 before = 1e-6 * glm::distance(tree->boxes()[0].low, tree->boxes()[0].high) * facet.normal;
        const dvec3 middle = (facet.corners[0] + facet.corners[1] + facet.corners[2]) / 3.0;
        return std::ranges::any_of(
            std::array{middle, glm::mix(facet.corners[0], middle, 0.1), glm::mix(facet.corners[1], middle, 0.1),
                       glm::mix(facet.corners[2], middle, 0.1)},
            [&](const dvec3& x) { return winding->at(mesh, *tree, x + before) < -0.5; });
    };
    std::vector<bool> seen(mesh.triangles.size());
    std::vector<uint32_t> part;
    for (uint32_t from = 0; from < mesh.triangles.size(); ++from) {
        if (seen[from]) continue;
        seen[from] = true;
        part.assign(1, from);
        for (size_t k = 0; k < part.size(); ++k)
            for (size_t edge = 0; edge < 3; ++edge)
                if (const uint32_t other = across[3 * size_t{part[k]} + edge]; other != kNoTriangle && !seen[other]) {
                    seen[other] = true;
                    part.push_back(other);
                }
        ++parts.count;
        if (volume(mesh, part) < 0 && std::ranges::any_of(part, winds_backwards)) ++parts.inside_out;
    }
    return parts;
}

}  // namespace undine
