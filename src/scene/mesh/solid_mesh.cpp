#include "scene/mesh/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace undine {
namespace {

using glm::dvec3;

constexpr uint32_t kLeaf = 4;   // triangles
constexpr int kDeepest = 64;    // halving 2³² triangles is half as deep
constexpr uint32_t kInner = 0;  // Box::count of one that has children

// Length 1, or 0 for what has no direction: a triangle without area takes no part in normals.
dvec3 unit(const dvec3& v) {
    const double length = glm::length(v);
    return length > 0 ? v / length : dvec3(0);
}

// Which part of a triangle is nearest: 0 … 2 its points, 3 … 5 its edges from point k − 3 to the next, 6 its face.
struct Foot {
    dvec3 at;
    int part;
};

// By the signs of edge functions, as in [Ericson05] 5.1.5.
Foot foot_on(const dvec3& p, const dvec3& a, const dvec3& b, const dvec3& c) {
    const dvec3 ab = b - a, ac = c - a, ap = p - a;
    const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return {a, 0};
    const dvec3 bp = p - b;
    const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return {b, 1};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 - d3 > 0) return {a + d1 / (d1 - d3) * ab, 3};
    const dvec3 cp = p - c;
    const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return {c, 2};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 - d6 > 0) return {a + d2 / (d2 - d6) * ac, 5};
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 && (d4 - d3) + (d5 - d6) > 0)
        return {b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), 4};
    const double sum = va + vb + vc;
    if (!(sum > 0)) return {a, 0};  // without area
    return {a + vb / sum * ab + vc / sum * ac, 6};
}

double distance_sq(const dvec3& x, const dvec3& low, const dvec3& high) {
    const dvec3 away = glm::max(glm::max(low - x, x - high), 0.0);
    return glm::dot(away, away);
}

}  // namespace

SolidMesh::SolidMesh(TriangleMesh surface, double scale)
    : surface_(std::move(surface)), order_(surface_.triangles.size()) {
    for (dvec3& x : surface_.points) {
        x *= scale;
        reach_ = std::max(reach_, glm::length(x));
    }
    std::iota(order_.begin(), order_.end(), 0u);
    std::vector<dvec3> centers;
    for (const glm::uvec3& t : surface_.triangles)
        centers.push_back((surface_.points[t.x] + surface_.points[t.y] + surface_.points[t.z]) / 3.0);
    build(0, static_cast<uint32_t>(order_.size()), centers);
    make_normals();
}

// Halves at the median along the longest axis of the centres.
uint32_t SolidMesh::build(uint32_t first, uint32_t count, const std::vector<dvec3>& centers) {
    const auto index = static_cast<uint32_t>(boxes_.size());
    boxes_.push_back({dvec3(std::numeric_limits<double>::infinity()), dvec3(-std::numeric_limits<double>::infinity()),
                      first, count});
    dvec3 low = boxes_[index].low, high = boxes_[index].high;
    for (uint32_t k = first; k < first + count; ++k) {
        low = glm::min(low, centers[order_[k]]);
        high = glm::max(high, centers[order_[k]]);
        for (int corner = 0; corner < 3; ++corner) {
            const dvec3& x = surface_.points[surface_.triangles[order_[k]][corner]];
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
    build(first, count / 2, centers);
    const uint32_t second = build(first + count / 2, count - count / 2, centers);
    boxes_[index].first = second;
    boxes_[index].count = kInner;
    return index;
}

// A point's normal weights its triangles by their angle there; an edge's is the sum of its two triangles' [BA05].
void SolidMesh::make_normals() {
    const size_t count = surface_.triangles.size();
    face_normals_.resize(count);
    edge_normals_.resize(3 * count);
    point_normals_.resize(surface_.points.size());
    std::unordered_map<uint64_t, size_t> other;  // directed edge → its place in edge_normals_
    other.reserve(3 * count);
    for (size_t t = 0; t < count; ++t) {
        const glm::uvec3& corner = surface_.triangles[t];
        const dvec3 x[3] = {surface_.points[corner.x], surface_.points[corner.y], surface_.points[corner.z]};
        face_normals_[t] = unit(glm::cross(x[1] - x[0], x[2] - x[0]));
        for (int k = 0; k < 3; ++k) {
            const int next = (k + 1) % 3;
            const double cosine = glm::dot(unit(x[next] - x[k]), unit(x[(k + 2) % 3] - x[k]));
            point_normals_[corner[k]] += std::acos(std::clamp(cosine, -1.0, 1.0)) * face_normals_[t];
            other[uint64_t{corner[k]} << 32 | corner[next]] = 3 * t + size_t(k);
        }
    }
    for (size_t t = 0; t < count; ++t)
        for (int k = 0; k < 3; ++k) {
            const glm::uvec3& corner = surface_.triangles[t];
            const size_t across = other.at(uint64_t{corner[(k + 1) % 3]} << 32 | corner[k]) / 3;
            edge_normals_[3 * t + size_t(k)] = unit(face_normals_[t] + face_normals_[across]);
        }
    for (dvec3& normal : point_normals_) normal = unit(normal);
}

SolidMesh::Nearest SolidMesh::nearest(const dvec3& x) const {
    double best = std::numeric_limits<double>::infinity();
    Foot foot{};
    uint32_t triangle = 0;
    std::pair<uint32_t, double> waiting[kDeepest];
    int count = 0;
    waiting[count++] = {0, distance_sq(x, boxes_[0].low, boxes_[0].high)};
    while (count > 0) {
        const auto [index, least] = waiting[--count];
        if (least >= best) continue;
        const Box& box = boxes_[index];
        if (box.count == kInner) {
            std::pair<uint32_t, double> near{index + 1, 0}, far{box.first, 0};
            for (auto* child : {&near, &far})
                child->second = distance_sq(x, boxes_[child->first].low, boxes_[child->first].high);
            if (near.second > far.second) std::swap(near, far);
            waiting[count++] = far;
            waiting[count++] = near;
            continue;
        }
        for (uint32_t k = box.first; k < box.first + box.count; ++k) {
            const glm::uvec3& t = surface_.triangles[order_[k]];
            const Foot candidate = foot_on(x, surface_.points[t.x], surface_.points[t.y], surface_.points[t.z]);
            const dvec3 away = x - candidate.at;
            if (const double d = glm::dot(away, away); d < best) {
                best = d;
                foot = candidate;
                triangle = order_[k];
            }
        }
    }
    const glm::uvec3& corner = surface_.triangles[triangle];
    const dvec3 normal = foot.part < 3   ? point_normals_[corner[foot.part]]
                         : foot.part < 6 ? edge_normals_[3 * size_t{triangle} + size_t(foot.part - 3)]
                                         : face_normals_[triangle];
    const dvec3 away = x - foot.at;
    const double sign = glm::dot(away, normal) < 0 ? -1 : 1, distance = std::sqrt(best);
    return {sign * distance, distance > 1e-9 * reach_ ? sign / distance * away : normal};
}

}  // namespace undine
