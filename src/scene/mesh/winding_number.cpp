#include "scene/mesh/winding_number.h"

#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

namespace undine {
namespace {

using glm::dvec3;

constexpr double kFar = 2;  // radii of a box's triangles around their centre: β of [Barill18], and its value there

// [Jacobson13] eq. 6.
double solid_angle(const dvec3& a, const dvec3& b, const dvec3& c) {
    const double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
    return 2 * std::atan2(glm::dot(a, glm::cross(b, c)),
                          la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb);
}

}  // namespace

WindingNumber::WindingNumber(const TriangleMesh& mesh, const TriangleTree& tree) : dipoles_(tree.boxes().size()) {
    std::vector<double> areas(dipoles_.size());  // m², whichever way they face
    for (size_t k = dipoles_.size(); k-- > 0;) {
        const TriangleTree::Box& box = tree.boxes()[k];
        Dipole& dipole = dipoles_[k];
        dvec3 moment(0);
        const auto add = [&](const dvec3& center, const dvec3& along, double area) {
            moment += area * center;
            dipole.area += along;
            areas[k] += area;
        };
        if (box.is_leaf())
            for (const uint32_t triangle : tree.triangles(box)) {
                const glm::uvec3& t = mesh.triangles[triangle];
                const dvec3 &a = mesh.points[t.x], &b = mesh.points[t.y], &c = mesh.points[t.z];
                const dvec3 along = 0.5 * glm::cross(b - a, c - a);
                add((a + b + c) / 3.0, along, glm::length(along));
            }
        else
            for (const size_t child : {k + 1, size_t{box.first}})
                add(dipoles_[child].center, dipoles_[child].area, areas[child]);
        dipole.center = areas[k] > 0 ? moment / areas[k] : 0.5 * (box.low + box.high);
        const dvec3 reach = glm::max(dipole.center - box.low, box.high - dipole.center);
        dipole.far_sq = kFar * kFar * glm::dot(reach, reach);
    }
}

double WindingNumber::at(const TriangleMesh& mesh, const TriangleTree& tree, const dvec3& x) const {
    double angle = 0;
    uint32_t waiting[TriangleTree::kDeepest];
    int count = 0;
    waiting[count++] = 0;
    while (count > 0) {
        const uint32_t index = waiting[--count];
        const TriangleTree::Box& box = tree.boxes()[index];
        const Dipole& dipole = dipoles_[index];
        const dvec3 to = dipole.center - x;
        const double distance_sq = glm::dot(to, to);
        if (distance_sq > dipole.far_sq) {
            angle += glm::dot(dipole.area, to) / (distance_sq * std::sqrt(distance_sq));
        } else if (box.is_leaf()) {
            for (const uint32_t triangle : tree.triangles(box)) {
                const glm::uvec3& t = mesh.triangles[triangle];
                angle += solid_angle(mesh.points[t.x] - x, mesh.points[t.y] - x, mesh.points[t.z] - x);
            }
        } else {
            waiting[count++] = box.first;
            waiting[count++] = index + 1;
        }
    }
    return angle / (4 * std::numbers::pi);
}

}  // namespace undine
