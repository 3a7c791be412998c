#include "scene/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "scene/mesh/solid_mesh.h"

namespace undine {
namespace {

using glm::dmat3;
using glm::dvec3;

// Integrals over a body of 1, x and x xᵀ.
struct Moments {
    double volume = 0;
    dvec3 first{0};
    dmat3 second{0};

    void add(double share, const dvec3& x) {
        volume += share;
        first += share * x;
        second += share * glm::outerProduct(x, x);
    }
};

// Of the tetrahedra that the triangles span with the origin, whose volumes have signs.
Moments of_triangles(const TriangleMesh& mesh) {
    Moments m;
    for (const glm::uvec3& t : mesh.triangles) {
        const dvec3 &a = mesh.points[t.x], &b = mesh.points[t.y], &c = mesh.points[t.z], sum = a + b + c;
        const double six_volumes = glm::dot(a, glm::cross(b, c));
        m.volume += six_volumes / 6;
        m.first += six_volumes / 24 * sum;
        m.second +=
            six_volumes / 120 *
            (glm::outerProduct(sum, sum) + glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c));
    }
    return m;
}

Moments of_samples(const Solid& solid) {
    constexpr int kCells = 64;  // on each axis of the box around it
    const dvec3 half = dvec3(solid.half_size) + double{solid.radius}, cell = 2.0 / kCells * half;
    const double volume = cell.x * cell.y * cell.z, width = std::cbrt(volume);
    Moments m;
    for (int z = 0; z < kCells; ++z)
        for (int y = 0; y < kCells; ++y)
            for (int x = 0; x < kCells; ++x) {
                const dvec3 at = cell * (dvec3(x, y, z) + 0.5) - half;
                // A sharp box fills its cells.
                const double s = solid.radius > 0 ? signed_distance(solid, {}, at, 3) : -width;
                m.add(volume * std::clamp(0.5 - s / width, 0.0, 1.0), at);
            }
    return m;
}

}  // namespace

MassProperties mass_properties(const Solid& solid) {
    const Moments m = solid.mesh ? of_triangles(solid.mesh->outer()) : of_samples(solid);
    const dvec3 center = m.first / m.volume;
    const dmat3 about = m.second - m.volume * glm::outerProduct(center, center);
    const double trace = about[0][0] + about[1][1] + about[2][2];
    return {m.volume, center, dmat3(trace) - about};
}

}  // namespace undine
