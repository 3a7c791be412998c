// A block thrown among particles: where it lies, what it leaves out, whose ids it takes.
#include "scene/thrown_block.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <set>

#include "scene/sampling.h"
#include "scene/scene.h"

namespace undine {
namespace {

using glm::vec3;

Scene tank() {
    Scene scene;
    scene.parameters.tank_min = {0, 0, 0};
    scene.parameters.tank_max = {2, 1.6f, 1.6f};
    scene.parameters.particle_spacing = 0.05f;
    scene.fluids = {{{0, 0, 0}, {2, 0.4f, 1.6f}}};
    return scene;
}

ParticleState throw_into(const Scene& scene, const Throw& thrown, const ParticleState& fluid = {},
                         const BoundaryState& boundary = {}) {
    return thrown_block(scene, scene.parameters.tank_min, scene.parameters.tank_max, thrown, fluid, boundary);
}

TEST(ThrownBlock, IsAnEighthOfTheShortestEdgeAndFliesAlongTheView) {
    const vec3 direction = glm::normalize(vec3(-0.1f, -0.2f, -1));
    const ParticleState block = throw_into(tank(), {{1, 1.2f, 5}, direction, 3});
    EXPECT_EQ(block.size(), 4u * 4 * 4);
    EXPECT_EQ(std::set<uint32_t>(block.id.begin(), block.id.end()).size(), 64u);
    for (size_t i = 0; i < block.size(); ++i) {
        EXPECT_LT(glm::length(block.velocity[i] - 3.0f * direction), 1e-5f);
        EXPECT_GT(block.position[i].z, 1.2f) << "near the wall it comes through";
    }
}

TEST(ThrownBlock, LiesInsideWhereverItComesFrom) {
    const Scene scene = tank();
    for (const vec3& eye : {vec3(1, 5, 5), vec3(-3, 0.1f, 0), vec3(1, 0.8f, 0.8f), vec3(0, 0, 0), vec3(9, 9, 9)})
        for (const vec3& direction : {vec3(0, 0, -1), vec3(0, -1, 0), vec3(1, 0, 0), glm::normalize(vec3(1, 2, 3))}) {
            const ParticleState block = throw_into(scene, {eye, direction, 1});
            EXPECT_EQ(block.size(), 64u);
            for (const vec3& x : block.position)
                for (int axis = 0; axis < 3; ++axis) {
                    EXPECT_GE(x[axis], scene.parameters.tank_min[axis] + 0.0249f);
                    EXPECT_LE(x[axis], scene.parameters.tank_max[axis] - 0.0249f);
                }
        }
}

TEST(ThrownBlock, TakesTheFirstFreePlaceAndTouchesNothing) {
    const Scene scene = tank();
    ParticleState fluid = sample_fluid(scene);
    fluid.id[7] = 100'000;
    auto expect_free = [&](const ParticleState& block) {
        for (const vec3& x : block.position)
            for (const vec3& other : fluid.position) ASSERT_GE(glm::length(x - other), 0.9f * 0.05f * 0.9999f);
    };
    const ParticleState above = throw_into(scene, {{1, 0.2f, 5}, {0, 0, -1}, 1}, fluid);
    EXPECT_EQ(above.size(), 64u) << "in the water there is no room on the whole line";
    EXPECT_GT(above.position[0].y, 0.4f);
    EXPECT_EQ(above.id[0], 100'001u) << "ids go on";
    expect_free(above);
}

TEST(ThrownBlock, LeavesOutWhatWouldTouch) {
    Scene scene = tank();
    const Throw level{{1, 1, 5}, {0, 0, -1}, 1};
    // Everything is full but for a half of where it would lie.
    scene.fluids = {{{0, 0, 0}, {2, 0.95f, 1.6f}}, {{0, 1.1f, 0}, {2, 1.6f, 1.6f}}};
    const ParticleState block = throw_into(scene, level, sample_fluid(scene));
    EXPECT_GT(block.size(), 0u);
    EXPECT_LT(block.size(), 64u);
    scene.fluids = {{{0, 0, 0}, {2, 1.6f, 1.6f}}};
    EXPECT_EQ(throw_into(scene, level, sample_fluid(scene)).size(), 0u) << "no room at all";

    BoundaryState rock;
    for (const vec3& x : sample_fluid(scene).position) rock.position.push_back(x);
    EXPECT_EQ(throw_into(scene, level, {}, rock).size(), 0u);
    scene.planes = {{{0, 1, 0}, 2.0f}};
    EXPECT_EQ(throw_into(scene, level).size(), 0u) << "behind a plane";
}

TEST(ThrownBlock, IsASquareInThePlane) {
    Scene scene = tank();
    scene.parameters.dimensions = 2;
    const vec3 slanted = glm::normalize(vec3(0.5f, 1, 0) - vec3(1, 1, 5));
    EXPECT_NEAR(throw_into(scene, {{1, 1, 5}, slanted, 2}).position[0].x, 0.5f - 1.5f * 0.05f, 1e-4f)
        << "where the line of sight meets the plane";
    const ParticleState block = throw_into(scene, {{1, 1, 5}, {0, 0, -1}, 2});
    EXPECT_EQ(block.size(), 16u);
    for (size_t i = 0; i < block.size(); ++i) {
        EXPECT_EQ(block.position[i].z, 0);
        EXPECT_EQ(block.velocity[i], vec3(0, -2, 0));
    }
}

}  // namespace
}  // namespace undine
