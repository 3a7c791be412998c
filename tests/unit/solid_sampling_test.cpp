// Boundary particles of solids: where they are, how many, and that ψ makes up for where they are dense.
#include "scene/solid_sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <span>

#include "scene/scene.h"
#include "unit/input_testing.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

Scene scene_of(const Solid& solid, uint32_t dimensions = 3) {
    Scene scene;
    scene.parameters.dimensions = dimensions;
    scene.parameters.particle_spacing = 0.05f;
    scene.parameters.support_radius = 0.1f;
    scene.solids = {solid};
    return scene;
}

double least_distance(const BoundaryState& layer) {
    double least = 1e9;
    for (size_t i = 0; i < layer.size(); ++i)
        for (size_t j = 0; j < i; ++j)
            least = std::min(least, double(glm::distance(layer.position[i], layer.position[j])));
    return least;
}

TEST(SolidSampling, ABoxHasALatticeBelowItsFaces) {
    const Scene scene = scene_of({.center = {1, 2, 3}, .half_size = {0.25f, 0.125f, 0.2f}});
    const BoundaryState layer = sample_solid_surfaces(scene);
    // 10 × 5 × 8 places, without those inside.
    EXPECT_EQ(layer.size(), 10u * 5 * 8 - 8 * 3 * 6);
    EXPECT_NEAR(least_distance(layer), 0.05, 1e-5);
    for (const glm::vec3& x : layer.position)
        EXPECT_NEAR(signed_distance(scene.solids[0], state_at(scene.solids[0], 0), x, 3), -0.025, 1e-5);
}

TEST(SolidSampling, ABallIsCoveredEvenly) {
    for (const bool of_triangles : {false, true}) {
        Solid ball{.center = {1, 1, 1}, .rotation = {10, 20, 30}, .radius = 0.4f};
        if (of_triangles) {
            ball.mesh = solid_mesh(spiky_ball(0, 24), 0.4);
            ball.radius = 0;
        }
        const Scene scene = scene_of(ball);
        const BoundaryState layer = sample_solid_surfaces(scene);
        EXPECT_GE(least_distance(layer), 0.7 * 0.05 - 1e-5);
        const double area = 4 * M_PI * 0.375 * 0.375;
        EXPECT_GT(double(layer.size()), 0.9 * area / (0.05 * 0.05));
        EXPECT_LT(double(layer.size()), 2 * area / (0.05 * 0.05));
        for (const glm::vec3& x : layer.position)
            EXPECT_NEAR(glm::distance(x, ball.center), 0.375, of_triangles ? 0.005 : 1e-5);
        // No hole is wider than one place.
        for (int k = 0; k < 500; ++k) {
            const double y = 1 - 2 * (k + 0.5) / 500, turn = 2.39996 * k, r = std::sqrt(1 - y * y);
            const glm::vec3 on = ball.center + 0.375f * glm::vec3(r * std::cos(turn), y, r * std::sin(turn));
            const bool near =
                std::ranges::any_of(layer.position, [&](const glm::vec3& x) { return glm::distance(x, on) < 0.05f; });
            EXPECT_TRUE(near) << k;
        }
    }
}

TEST(SolidSampling, AThinPlateHasItsLayerInTheMiddle) {
    const Scene scene = scene_of({.center = {0, 0, 0}, .half_size = {0.25f, 0.01f, 0.25f}});
    const BoundaryState layer = sample_solid_surfaces(scene);
    EXPECT_GE(layer.size(), 100u);
    for (const glm::vec3& x : layer.position) EXPECT_LE(std::abs(x.y), 0.01f);
}

TEST(SolidSampling, FlatSolidsHaveARing) {
    const Scene scene = scene_of({.center = {1, 1, 0}, .radius = 0.4f}, 2);
    const BoundaryState layer = sample_solid_surfaces(scene);
    EXPECT_GE(layer.size(), 40u);
    for (const glm::vec3& x : layer.position) EXPECT_NEAR(glm::distance(x, glm::vec3(1, 1, 0)), 0.375f, 1e-4f);
}

TEST(SolidSampling, TooFineIsRefused) {
    Scene scene = scene_of({.radius = 10});
    scene.parameters.boundary_spacing = 0.01f;
    EXPECT_NE(sentence_of([&] { sample_solid_surfaces(scene); }).find("raise boundary_spacing"), std::string::npos);
}

}  // namespace
}  // namespace undine::testing
