// The normals that meshes are drawn with: flat faces stay flat, round surfaces become round.
#include "render/meshes/shaded_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "unit/meshes.h"

namespace undine::testing {
namespace {

using glm::dvec3;
using glm::vec3;

// A prism of so many sides, 2 m high and of radius 1 m, along y.
TriangleMesh prism(uint32_t sides) {
    TriangleMesh mesh;
    for (uint32_t k = 0; k < 2 * sides; ++k) {
        const double angle = 2 * M_PI * (k / 2) / sides;
        mesh.points.emplace_back(std::cos(angle), k % 2 ? 1 : -1, -std::sin(angle));
    }
    for (uint32_t k = 0; k < sides; ++k) {
        const uint32_t low = 2 * k, high = low + 1, next_low = (low + 2) % (2 * sides), next_high = next_low + 1;
        mesh.triangles.emplace_back(low, next_low, next_high);
        mesh.triangles.emplace_back(low, next_high, high);
        if (k == 0 || k == sides - 1) continue;  // a fan from the first point
        mesh.triangles.emplace_back(1, high, next_high);
        mesh.triangles.emplace_back(0, next_low, low);
    }
    return closed_mesh(mesh, "prism");
}

// Of a triangle's corners: the vertices' positions are those of the mesh, in its order.
void expect_positions(const TriangleMesh& mesh, const ShadedMesh& shaded) {
    ASSERT_EQ(shaded.indices.size(), 3 * mesh.triangles.size());
    for (size_t corner = 0; corner < shaded.indices.size(); ++corner)
        EXPECT_EQ(shaded.vertices[shaded.indices[corner]].position,
                  vec3(mesh.points[mesh.triangles[corner / 3][static_cast<int>(corner % 3)]]));
}

TEST(ShadedMesh, KeepsTheFacesOfABoxFlat) {
    const MeshBox box{{1, 2, 3}, {0.5, 0.25, 1}};
    const TriangleMesh mesh = closed_mesh(box_mesh({&box, 1}), "box");
    const ShadedMesh shaded = shaded_mesh(mesh);
    expect_positions(mesh, shaded);
    EXPECT_EQ(shaded.vertices.size(), 24u) << "three at each corner of the box";
    for (size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto& c = mesh.triangles[t];
        const dvec3 flat =
            glm::normalize(glm::cross(mesh.points[c.y] - mesh.points[c.x], mesh.points[c.z] - mesh.points[c.x]));
        for (size_t k = 0; k < 3; ++k)
            EXPECT_LT(glm::distance(dvec3(shaded.vertices[shaded.indices[3 * t + k]].normal), flat), 1e-6);
    }
}

TEST(ShadedMesh, RoundsWhatMeetsByLessThan35Degrees) {
    for (const uint32_t sides : {9u, 12u}) {  // 40° and 30°
        SCOPED_TRACE(sides);
        const TriangleMesh mesh = prism(sides);
        const ShadedMesh shaded = shaded_mesh(mesh);
        expect_positions(mesh, shaded);
        const bool round = sides == 12;
        EXPECT_EQ(shaded.vertices.size(), (round ? 4u : 6u) * sides) << "its ends have their own";
        for (size_t corner = 0; corner < shaded.indices.size(); ++corner) {
            const MeshVertex& v = shaded.vertices[shaded.indices[corner]];
            EXPECT_NEAR(glm::length(v.normal), 1, 1e-6);
            if (std::abs(v.normal.y) > 0.5f) {
                EXPECT_NEAR(v.normal.y * v.position.y, 1, 1e-6) << "an end";
                continue;
            }
            // 1 in the middle of an edge that is rounded; of a flat side, cos 20°.
            const double outward = glm::dot(v.normal, vec3(v.position.x, 0, v.position.z));
            EXPECT_NEAR(outward, round ? 1 : std::cos(M_PI / sides), 1e-5);
        }
    }
}

}  // namespace
}  // namespace undine::testing
