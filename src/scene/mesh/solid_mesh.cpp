#include "scene/mesh/solid_mesh.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <utility>

#include "scene/mesh/mesh_edges.h"
#include "scene/mesh/outer_surface.h"

namespace undine {
namespace {

using glm::dvec3;

// Length 1, or 0 for what has no direction: a triangle without area takes no part in normals.
dvec3 unit(const dvec3& v) {
    const double length = glm::length(v);
    return length > 0 ? v / length : dvec3(0);
}

// Which part of a triangle is nearest: 0 … 2 its points, 3 … 5 its edges from point k − 3 to the next, 6 its face.
struct FootOnTriangle {
    dvec3 at;
    int part;
};

// By the signs of edge functions, as in [Ericson05] 5.1.5.
FootOnTriangle foot_on(const dvec3& p, const dvec3& a, const dvec3& b, const dvec3& c) {
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

SolidMesh::SolidMesh(TriangleMesh surface, double scale) : surface_(std::move(surface)) {
    for (dvec3& x : surface_.points) {
        x *= scale;
        reach_ = std::max(reach_, glm::length(x));
    }
    tree_ = TriangleTree(surface_);
    winding_ = WindingNumber(surface_, tree_);
    std::vector<uint32_t> across = triangles_across(surface_);
    outer_ = outer_surface(surface_, tree_, winding_, across);
    if (outer_) {
        tree_ = TriangleTree(*outer_);
        winding_ = WindingNumber(*outer_, tree_);
        across = triangles_across(*outer_);
    }
    make_normals(across);
}

// Directions for points on the surface itself: a point's normal weights its triangles by their angle there, an edge's
// is the sum of its two triangles' [BA05]. At the edge of a cut there is one.
void SolidMesh::make_normals(const std::vector<uint32_t>& across) {
    const TriangleMesh& mesh = outer();
    const size_t count = mesh.triangles.size();
    face_normals_.resize(count);
    edge_normals_.resize(3 * count);
    point_normals_.resize(mesh.points.size());
    for (size_t t = 0; t < count; ++t) {
        const glm::uvec3& corner = mesh.triangles[t];
        const dvec3 x[3] = {mesh.points[corner.x], mesh.points[corner.y], mesh.points[corner.z]};
        face_normals_[t] = unit(glm::cross(x[1] - x[0], x[2] - x[0]));
        for (int k = 0; k < 3; ++k) {
            const double cosine = glm::dot(unit(x[(k + 1) % 3] - x[k]), unit(x[(k + 2) % 3] - x[k]));
            point_normals_[corner[k]] += std::acos(std::clamp(cosine, -1.0, 1.0)) * face_normals_[t];
        }
    }
    for (size_t edge = 0; edge < 3 * count; ++edge) {
        const dvec3& normal = face_normals_[edge / 3];
        const uint32_t other = across[edge];
        edge_normals_[edge] = other == kNoTriangle ? normal : unit(normal + face_normals_[other]);
    }
    for (dvec3& normal : point_normals_) normal = unit(normal);
}

SolidMesh::Foot SolidMesh::foot_of(const dvec3& x) const {
    const TriangleMesh& mesh = outer();
    const std::vector<TriangleTree::Box>& boxes = tree_.boxes();
    double best = std::numeric_limits<double>::infinity();
    FootOnTriangle foot{};
    uint32_t triangle = 0;
    std::pair<uint32_t, double> waiting[TriangleTree::kDeepest];
    int count = 0;
    waiting[count++] = {0, distance_sq(x, boxes[0].low, boxes[0].high)};
    while (count > 0) {
        const auto [index, least] = waiting[--count];
        if (least >= best) continue;
        const TriangleTree::Box& box = boxes[index];
        if (!box.is_leaf()) {
            std::pair<uint32_t, double> near{index + 1, 0}, far{box.first, 0};
            for (auto* child : {&near, &far})
                child->second = distance_sq(x, boxes[child->first].low, boxes[child->first].high);
            if (near.second > far.second) std::swap(near, far);
            waiting[count++] = far;
            waiting[count++] = near;
            continue;
        }
        for (const uint32_t index_of : tree_.triangles(box)) {
            const glm::uvec3& t = mesh.triangles[index_of];
            const FootOnTriangle candidate = foot_on(x, mesh.points[t.x], mesh.points[t.y], mesh.points[t.z]);
            const dvec3 away = x - candidate.at;
            if (const double d = glm::dot(away, away); d < best) {
                best = d;
                foot = candidate;
                triangle = index_of;
            }
        }
    }
    const glm::uvec3& corner = mesh.triangles[triangle];
    const dvec3 normal = foot.part < 3   ? point_normals_[corner[foot.part]]
                         : foot.part < 6 ? edge_normals_[3 * size_t{triangle} + size_t(foot.part - 3)]
                                         : face_normals_[triangle];
    return {foot.at, normal, std::sqrt(best)};
}

SolidMesh::Nearest SolidMesh::seen_from(const dvec3& x, const Foot& foot, bool inside) const {
    const double sign = inside ? -1 : 1;
    return {sign * foot.distance, foot.distance > 1e-9 * reach_ ? sign / foot.distance * (x - foot.at) : foot.normal};
}

SolidMesh::Nearest SolidMesh::nearest(const dvec3& x) const { return seen_from(x, foot_of(x), is_inside(x)); }

// No surface is in the balls around two points that reach as far as the nearest one. If the balls overlap, both points
// are on the same side, and there is no need to sum over the mesh.
SolidMesh::Nearest SolidMesh::nearest(const dvec3& x, const Known& beside) const {
    const Foot foot = foot_of(x);
    const bool overlap = foot.distance + std::abs(beside.distance) > (1 + 1e-6) * glm::distance(x, beside.x);
    return seen_from(x, foot, overlap ? beside.distance < 0 : is_inside(x));
}

}  // namespace undine
