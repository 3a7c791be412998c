// Meshes of several parts: winding numbers, which parts are inside out, and that overlapping parts are one solid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vector_relational.hpp>
#include <numbers>
#include <random>

#include "scene/mass_properties.h"
#include "scene/mesh/mesh_file.h"
#include "scene/mesh/winding_number.h"
#include "scene/scene.h"
#include "scene/solid_sampling.h"
#include "solver/mesh_field.h"
#include "test_paths.h"
#include "undine/error.h"
#include "unit/input_testing.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

using glm::dvec3;

TriangleMesh box_at(const dvec3& center, const dvec3& half_size, const glm::dquat& turn = {1, 0, 0, 0}) {
    TriangleMesh mesh = box_mesh(half_size);
    for (dvec3& x : mesh.points) x = center + turn * x;
    return mesh;
}

// Over all triangles, each by the area of its picture on a ball around x: the spherical excess, from the angles between
// the planes through its edges.
double winding_by_brute_force(const TriangleMesh& mesh, const dvec3& x) {
    double sum = 0;
    for (const glm::uvec3& t : mesh.triangles) {
        const dvec3 r[3] = {mesh.points[t.x] - x, mesh.points[t.y] - x, mesh.points[t.z] - x};
        double excess = -std::numbers::pi;
        for (int k = 0; k < 3; ++k) {
            const dvec3 out = glm::cross(r[k], r[(k + 1) % 3]), in = glm::cross(r[k], r[(k + 2) % 3]);
            excess += std::atan2(glm::length(glm::cross(out, in)), glm::dot(out, in));
        }
        sum += std::copysign(excess, glm::dot(r[0], glm::cross(r[1], r[2])));
    }
    return sum / (4 * std::numbers::pi);
}

TEST(WindingNumber, AgreesWithTheSumOverAllTriangles) {
    for (const char* name : {"duck", "wheel"}) {
        const TriangleMesh mesh = read_mesh(scenes_path() + "/../meshes/" + name + ".obj");
        const TriangleTree tree(mesh);
        const WindingNumber winding(mesh, tree);
        const dvec3 low = tree.boxes()[0].low, high = tree.boxes()[0].high;
        std::mt19937 random(11);
        std::uniform_real_distribution<double> part(-0.1, 1.1);
        int inside = 0;
        double farthest = 0;
        for (int k = 0; k < 400; ++k) {
            const dvec3 x = glm::mix(low, high, dvec3{part(random), part(random), part(random)});
            const double expected = winding_by_brute_force(mesh, x);
            ASSERT_NEAR(expected, std::round(expected), 1e-6) << "a closed surface winds a whole number of times";
            farthest = std::max(farthest, std::abs(winding.at(mesh, tree, x) - expected));
            inside += expected > 0.5;
        }
        EXPECT_LT(farthest, 0.05) << name;
        EXPECT_GT(inside, 40) << name;
        EXPECT_LT(inside, 360) << name;
    }
}

struct Union {
    const char* name;
    TriangleMesh mesh;
    double volume;  // m³
};

std::vector<Union> unions() {
    const glm::dquat turn = glm::angleAxis(0.6, glm::normalize(dvec3(1, 2, 3)));
    const TriangleMesh cube = box_mesh({1, 1, 1});
    return {
        {"corner in corner", together(cube, box_at({1.3, 1.1, 0.9}, {1, 1, 1})), 16 - 0.7 * 0.9 * 1.1},
        {"a cross", together(cube, box_mesh({0.3, 2, 0.3})), 8 + 2 * 0.36},
        {"a turned bar through it", together(cube, box_at({0, 0, 0}, {2.5, 0.2, 0.3}, turn)), 0},
        {"common planes", together(cube, box_at({1.5, 0, 0}, {1, 1, 1})), 14},
        {"a common corner", together(cube, box_at({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})), 8},
        {"a small box on a large one", together(cube, box_at({0.1, 1.4, 0.2}, {0.3, 0.4, 0.5})), 8.48},
        {"one on the other, rounded apart", together(cube, box_at({0.1, 1.4000003, 0.2}, {0.3, 0.4, 0.5})), 8.48},
        {"one in the other", together(cube, box_mesh({0.5, 0.4, 0.3})), 8},
        {"a cavity", together(cube, inside_out(box_mesh({0.5, 0.4, 0.3}))), 8 - 0.48},
        {"a cavity filled by a third",
         together(together(cube, inside_out(box_mesh({0.5, 0.4, 0.3}))), box_at({0.6, 0, 0}, {0.8, 0.6, 0.7})),
         8 + 0.4 * 1.2 * 1.4 - 0.3 * 0.8 * 0.6},
        {"two balls", together(spiky_ball(0, 8), box_at({0, 0.9, 0}, {0.4, 0.4, 0.4}, turn)), 0},
    };
}

// Points of the mesh's triangles, 0.04 m apart, that have outside before them and inside behind them.
std::vector<dvec3> bare_points(const TriangleMesh& mesh) {
    std::vector<dvec3> points;
    for (const glm::uvec3& t : mesh.triangles) {
        const dvec3 a = mesh.points[t.x], b = mesh.points[t.y], c = mesh.points[t.z];
        const dvec3 normal = glm::normalize(glm::cross(b - a, c - a));
        const double steps =
            std::ceil(std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)}) / 0.04);
        for (double i = 0.3; i < steps; ++i)
            for (double j = 0.3; i + j < steps; ++j) {
                const dvec3 x = a + i / steps * (b - a) + j / steps * (c - a);
                if (winding_by_brute_force(mesh, x + 1e-5 * normal) < 0.5 &&
                    winding_by_brute_force(mesh, x - 1e-5 * normal) > 0.5)
                    points.push_back(x);
            }
    }
    return points;
}

// At random places, near the surfaces of all parts too. What is within one part is no surface of the solid.
TEST(SolidMesh, OverlappingPartsAreTheirUnion) {
    for (const Union& of : unions()) {
        SCOPED_TRACE(of.name);
        const std::shared_ptr<const SolidMesh> solid = solid_mesh(of.mesh);
        const std::vector<dvec3> bare = bare_points(of.mesh);
        std::vector<dvec3> places;
        std::mt19937 random(4);
        std::uniform_real_distribution<double> part(0, 1), way(-1, 1);
        for (int k = 0; k < 200; ++k)
            places.push_back(
                glm::mix(solid->low() - 0.2, solid->high() + 0.2, dvec3{part(random), part(random), part(random)}));
        for (const glm::uvec3& t : of.mesh.triangles)
            for (int k = 0; k < 10; ++k) {
                const double u = part(random), v = (1 - u) * part(random);
                places.push_back(glm::mix(of.mesh.points[t.x], of.mesh.points[t.y], u) +
                                 v * (of.mesh.points[t.z] - of.mesh.points[t.x]) +
                                 1e-3 * dvec3{way(random), way(random), way(random)});
            }
        int inside = 0;
        for (const dvec3& x : places) {
            double expected = 1e9;
            for (const dvec3& p : bare) expected = std::min(expected, glm::distance(x, p));
            const auto [distance, normal] = solid->nearest(x);
            const bool within = winding_by_brute_force(of.mesh, x) > 0.5;
            inside += within;
            ASSERT_NEAR(std::abs(distance), expected, 0.04) << x.x << ' ' << x.y << ' ' << x.z;
            ASSERT_LE(std::abs(distance), expected + 1e-5);
            if (std::abs(distance) > 1e-5) {
                ASSERT_EQ(distance < 0, within) << x.x << ' ' << x.y << ' ' << x.z;
                ASSERT_NEAR(solid->nearest(x - 0.5 * distance * normal).distance, 0.5 * distance, 1e-5);
            }
        }
        EXPECT_GT(inside, 50);
    }
}

TEST(SolidMesh, WhatPartsShareHasItsMassOnce) {
    for (const Union& of : unions()) {
        if (of.volume == 0) continue;
        SCOPED_TRACE(of.name);
        Solid solid;
        solid.mesh = solid_mesh(of.mesh);
        EXPECT_NEAR(mass_properties(solid).volume, of.volume, 1e-5);
    }
    Solid whole, halves;  // inertia too, about the middle of both
    whole.mesh = solid_mesh(box_mesh({1.5, 1, 1}));
    halves.mesh = solid_mesh(together(box_at({-0.5, 0, 0}, {1, 1, 1}), box_at({0.7, 0, 0}, {0.8, 1, 1})));
    const MassProperties a = mass_properties(whole), b = mass_properties(halves);
    EXPECT_NEAR(glm::distance(a.center, b.center), 0, 1e-9);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(glm::distance(a.inertia[k], b.inertia[k]), 0, 1e-9);
}

// Boxes whose corners are whole numbers have faces, edges and corners in common in every way there is, and their union
// is counted in cubes. Those that share a whole edge are refused.
TEST(SolidMesh, BoxesThatTouchInAnyWayAreTheirUnion) {
    std::mt19937 random(1);
    int taken = 0;
    for (int run = 0; run < 1000; ++run) {
        std::vector<MeshBox> boxes(2 + random() % 4);
        for (MeshBox& box : boxes)
            for (int axis = 0; axis < 3; ++axis) {
                const int first = int(random() % 6), second = (first + 1 + int(random() % 5)) % 6;
                box.center[axis] = 0.5 * (first + second);
                box.half_size[axis] = 0.5 * std::abs(first - second);
            }
        Solid solid;
        try {
            solid.mesh = solid_mesh(box_mesh(boxes));
        } catch (const Error&) {
            continue;
        }
        ++taken;
        int cubes = 0;
        for (int k = 0; k < 125; ++k) {
            const dvec3 x = dvec3(k % 5, k / 5 % 5, k / 25) + 0.5;
            const bool inside = std::ranges::any_of(boxes, [&](const MeshBox& box) {
                return glm::all(glm::lessThan(glm::abs(x - box.center), box.half_size));
            });
            cubes += inside;
            const double distance = solid.mesh->nearest(x).distance;
            ASSERT_EQ(distance < 0, inside) << "run " << run;
            ASSERT_GE(std::abs(distance), 0.5 - 1e-5) << "run " << run;
        }
        ASSERT_NEAR(mass_properties(solid).volume, cubes, 1e-5) << "run " << run;
    }
    EXPECT_GT(taken, 200);
}

// A mesh without such parts stays as it is, to the bit.
TEST(SolidMesh, AMeshOfOnePartIsItsOwnOuterSurface) {
    for (const char* name : {"duck", "wheel", "rabbit"}) {
        const SolidMesh solid(read_mesh(scenes_path() + "/../meshes/" + name + ".obj"));
        EXPECT_EQ(&solid.outer(), &solid.surface()) << name;
    }
    EXPECT_EQ(
        solid_mesh(together(box_mesh({1, 1, 1}), inside_out(box_mesh({0.5, 0.5, 0.5}))))->outer().triangles.size(),
        24u);
    EXPECT_EQ(solid_mesh(together(box_mesh({1, 1, 1}), box_mesh({0.5, 0.5, 0.5})))->outer().triangles.size(), 12u);
}

// Many large triangles that all pass through each other: more pieces than it would be worth to cut.
TEST(SolidMesh, ACrowdOfPartsIsStillOneSolid) {
    TriangleMesh mesh = box_mesh({1, 0.01, 0.01});
    std::mt19937 random(2);
    std::uniform_real_distribution<double> way(-1, 1);
    for (int k = 0; k < 60; ++k) {
        const dvec3 axis = glm::normalize(dvec3{way(random), way(random), way(random)});
        mesh = together(mesh, box_at({0, 0, 0}, {1, 0.01 + 0.001 * k, 0.01}, glm::angleAxis(3 * way(random), axis)));
    }
    const std::shared_ptr<const SolidMesh> solid = solid_mesh(mesh);
    int inside = 0;
    for (int k = 0; k < 2000; ++k) {
        const dvec3 x = 0.2 * dvec3{way(random), way(random), way(random)};
        const double distance = solid->nearest(x).distance;
        if (std::abs(distance) < 1e-5) continue;
        ASSERT_EQ(distance<0, winding_by_brute_force(mesh, x)> 0.5);
        inside += distance < 0;
    }
    EXPECT_GT(inside, 200);
}

// Along lines through two boxes, the field that passes read is negative from one side of the union to the other, and
// all that is deeper than the support radius counts as filled.
TEST(MeshField, HasNoSurfaceWithinAUnion) {
    const TriangleMesh mesh = together(box_mesh({0.3, 0.3, 0.3}), box_at({0.25, 0.2, 0.15}, {0.3, 0.3, 0.3}));
    const std::shared_ptr<const SolidMesh> solid = solid_mesh(mesh);
    const RadialKernel kernel{Parameters{}};
    const FieldGrid grid = field_grid(*solid, kernel.h);
    const std::vector<uvec2> field = make_mesh_field(*solid, kernel);
    const auto upper = [](uint32_t word) { return double(int32_t(word) >> 16) / 32767; };
    uint64_t inside = 0;
    for (uint32_t z = 0; z < grid.nodes.z; ++z)
        for (uint32_t y = 0; y < grid.nodes.y; ++y)
            for (uint32_t x = 0; x < grid.nodes.x; ++x) {
                const size_t node = 2 * (x + size_t{grid.nodes.x} * (y + size_t{grid.nodes.y} * z));
                const dvec3 at = grid.origin + grid.spacing * dvec3(x, y, z);
                const auto depth_in = [&](const dvec3& center) {
                    const dvec3 d = 0.3 - glm::abs(at - center);
                    return std::min({d.x, d.y, d.z});
                };
                const double depth = std::max(depth_in({0, 0, 0}), depth_in({0.25, 0.2, 0.15}));
                if (depth < 1e-6) continue;
                ++inside;
                ASSERT_LE(upper(field[node + 1].y) * grid.deepest(), -depth + 1e-3);
                if (depth > kernel.h) {
                    ASSERT_GT(upper(field[node].y), 0.999);
                }
            }
    EXPECT_GT(inside, 1000u);
}

TEST(SolidSampling, NoParticleIsOnASurfaceWithinAUnion) {
    Scene scene;
    scene.parameters.particle_spacing = 0.05f;
    scene.parameters.support_radius = 0.1f;
    Solid solid;
    solid.mesh = solid_mesh(together(box_mesh({0.4, 0.2, 0.2}), box_mesh({0.2, 0.4, 0.2})));
    scene.solids = {solid};
    const BoundaryState layer = sample_solid_surfaces(scene);
    EXPECT_GT(layer.size(), 300u);
    // At the edges where the boxes meet, at 0.2 m, the layer is within both; elsewhere in both nothing is.
    for (const glm::vec3& x : layer.position) {
        const float a = std::abs(x.x), b = std::abs(x.y);
        EXPECT_FALSE(std::max(a, b) < 0.19f && std::min(a, b) < 0.14f && std::abs(x.z) < 0.15f)
            << x.x << ' ' << x.y << ' ' << x.z;
    }
}

TEST(ClosedMesh, PartsInsideOutAreCountedAndRefused) {
    const auto refused = [](const TriangleMesh& mesh) {
        return sentence_of([&] { (void)closed_mesh(mesh, "a.obj"); });
    };
    const std::string remedy =
        "; turn them where the mesh was made: triangles must face outward, except around a cavity, which must lie "
        "wholly within other parts";
    const TriangleMesh cube = box_mesh({1, 1, 1}), beside = box_at({3, 0, 0}, {0.5, 0.5, 0.5}),
                       across = box_at({1, 0, 0}, {0.5, 0.5, 0.5}), within = box_mesh({0.5, 0.5, 0.5});
    EXPECT_EQ(refused(together(cube, inside_out(beside))), "a.obj has 1 part inside out, of 2" + remedy);
    EXPECT_EQ(refused(together(cube, inside_out(across))), "a.obj has 1 part inside out, of 2" + remedy);
    EXPECT_EQ(refused(together(inside_out(cube), within)), "a.obj has 1 part inside out, of 2" + remedy);
    EXPECT_EQ(refused(together(cube, together(inside_out(beside), inside_out(box_at({0, 3, 0}, {0.5, 0.5, 0.5}))))),
              "a.obj has 2 parts inside out, of 3" + remedy);
    // In a cavity, one that faces inward is none.
    EXPECT_EQ(refused(together(cube, together(inside_out(within), inside_out(box_mesh({0.2, 0.2, 0.2}))))),
              "a.obj has 1 part inside out, of 3" + remedy);
    EXPECT_EQ(refused(inside_out(cube)), "a.obj is inside out or has no volume: its triangles must face outward");
    EXPECT_EQ(closed_mesh(together(cube, inside_out(within)), "a.obj").triangles.size(), 24u);
    EXPECT_EQ(closed_mesh(together(cube, across), "a.obj").triangles.size(), 24u);
    EXPECT_EQ(
        closed_mesh(together(cube, together(inside_out(within), box_mesh({0.2, 0.2, 0.2}))), "a.obj").triangles.size(),
        36u);
}

}  // namespace
}  // namespace undine::testing
