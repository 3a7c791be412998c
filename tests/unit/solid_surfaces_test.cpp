// The triangles of solids: closed, outward, and on the surface that the solver knows.
#include "surface/solid_surfaces.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <numbers>

#include "unit/meshes.h"

namespace undine {
namespace {

using glm::dvec3;
using glm::vec3;

constexpr double kPi = std::numbers::pi;

// What holds of every shape. deepest: m, below the surface.
void expect_surface(const Solid& solid, double volume, double deepest) {
    const TriangleMesh mesh = *surface_of(solid);
    EXPECT_EQ(closed_mesh(mesh, "the surface").points.size(), mesh.points.size())
        << "it is closed, without points twice";
    EXPECT_NEAR(signed_volume(mesh), volume, 0.006 * volume);
    const SolidState here;
    for (const dvec3& x : mesh.points) EXPECT_NEAR(signed_distance(solid, here, x, 3), 0, 1e-9);
    for (const glm::uvec3& t : mesh.triangles) {
        const dvec3 middle = (mesh.points[t.x] + mesh.points[t.y] + mesh.points[t.z]) / 3.0;
        const double below = -signed_distance(solid, here, middle, 3);
        EXPECT_GE(below, -1e-9);
        EXPECT_LE(below, deepest + 1e-9);
    }
}

TEST(SolidSurfaces, LieOnTheSolid) {
    const double r = 0.25;
    const auto radius = float(r);
    expect_surface({.half_size = {0.5f, 0.25f, 1}}, 1, 0);
    expect_surface({.radius = radius}, 4 * kPi / 3 * r * r * r, 0.005 * r);
    expect_surface({.half_size = {0, 0.5f, 0}, .radius = radius}, kPi * r * r * (1 + 4 * r / 3), 0.005 * r);
    // A box whose edges are rounded: the box, six slabs, twelve quarters of cylinders, eight eighths of a sphere.
    expect_surface({.half_size = {0.5f, 0.25f, 1}, .radius = radius},
                   1 + r * 2 * (1 * 0.5 + 0.5 * 2 + 1 * 2) + kPi * r * r * (1 + 0.5 + 2) + 4 * kPi / 3 * r * r * r,
                   0.005 * r);
}

TEST(SolidSurfaces, OfAMeshAreItsTriangles) {
    Solid solid;
    solid.mesh = testing::solid_mesh(testing::box_mesh(dvec3(1, 2, 3)));
    EXPECT_EQ(surface_of(solid)->points, solid.mesh->surface().points);
}

TEST(SolidSurfaces, AreNumberedOneAfterTheOther) {
    const std::vector<Solid> solids{{.half_size = {1, 1, 1}}, {.half_size = {1, 2, 3}}};
    const SolidState there{{5, 0, 0}, glm::angleAxis(kPi / 2, dvec3(0, 0, 1)), {}, {}};
    const PlacedSolids placed = SolidSurfaces(solids).at({{}, there});
    ASSERT_EQ(placed.mesh.points.size(), 16u);
    ASSERT_EQ(placed.mesh.triangles.size(), 24u);
    for (size_t k = 0; k < 16; ++k) {
        EXPECT_EQ(placed.solid[k], k < 8 ? 1u : 2u);
        const vec3 from = glm::abs(placed.mesh.points[k] - (k < 8 ? vec3(0) : vec3(5, 0, 0)));
        EXPECT_LT(glm::distance(from, k < 8 ? vec3(1) : vec3(2, 1, 3)), 1e-6f) << "x is its y now";
    }
    for (size_t t = 0; t < 24; ++t)
        for (int c = 0; c < 3; ++c) EXPECT_EQ(placed.mesh.triangles[t][c] < 8, t < 12);
}

}  // namespace
}  // namespace undine
