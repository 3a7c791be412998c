#include "scene/mesh/triangle_tree.h"

#include <algorithm>
#include <glm/common.hpp>
#include <limits>
#include <numeric>
#include <utility>

namespace undine {
namespace {

using glm::dvec3;

constexpr uint32_t kLeaf = 4;  // triangles

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) : order_(mesh.triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    std::vector<dvec3> centers;
    for (const glm::uvec3& t : mesh.triangles)
        centers.push_back((mesh.points[t.x] + mesh.points[t.y] + mesh.points[t.z]) / 3.0);
    build(mesh, 0, static_cast<uint32_t>(order_.size()), centers);
}

// Halves at the median along the longest axis of the centres.
uint32_t TriangleTree::build(const TriangleMesh& mesh, uint32_t first, uint32_t count,
                             const std::vector<dvec3>& centers) {
    const auto index = static_cast<uint32_t>(boxes_.size());
    boxes_.push_back({dvec3(std::numeric_limits<double>::infinity()), dvec3(-std::numeric_limits<double>::infinity()),
                      first, count});
    dvec3 low = boxes_[index].low, high = boxes_[index].high;
    for (uint32_t k = first; k < first + count; ++k) {
        low = glm::min(low, centers[order_[k]]);
        high = glm::max(high, centers[order_[k]]);
        for (int corner = 0; corner < 3; ++corner) {
            const dvec3& x = mesh.points[mesh.triangles[order_[k]][corner]];
            boxes_[index].low = glm::min(boxes_[index].low, x);
            boxes_[index].high = glm::max(boxes_[index].high, x);
        }
    }
    if (count <= kLeaf) return index;
    const dvec3 size = high - low;
    const int axis = size.x >= std::max(size.y, size.z) ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = order_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count, [&](uint32_t a, uint32_t b) {
        return std::pair(centers[a][axis], a) < std::pair(centers[b][axis], b);
    });
    build(mesh, first, count / 2, centers);
    const uint32_t second = build(mesh, first + count / 2, count - count / 2, centers);
    boxes_[index].first = second;
    boxes_[index].count = 0;
    return index;
}

}  // namespace undine
