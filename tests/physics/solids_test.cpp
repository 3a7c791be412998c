// Water and solids: nothing passes into them, still or moving, and what they displace has the density of water.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <iostream>

#include "physics/simulation.h"
#include "scene/sampling.h"
#include "test_backends.h"
#include "test_paths.h"
#include "unit/input_testing.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

class Solids3D : public BackendTest {};
UNDINE_ON_BACKENDS_FOR_LONG_RUNS(Solids3D);

// m: how deep the deepest particle is in any solid; negative where all are outside, and not below -1 m.
double deepest(const Scene& scene, Solver& solver) {
    double depth = -1;
    const int axes = int(scene.parameters.dimensions);
    const std::vector<glm::vec3> position = solver.state().position;
    for (const Solid& solid : scene.solids) {
        const SolidState at = state_at(solid, solver.time().seconds);
        const double reach = reach_of(solid, axes);
        for (const glm::vec3& x : position)
            if (glm::distance(glm::dvec3(x), at.center) < reach + std::max(-depth, 0.0))
                depth = std::max(depth, -signed_distance(solid, at, x, axes));
    }
    return depth;
}

Scene scene_named(const char* name) { return load_scene(scenes_path() + "/" + name + ".toml", {}); }

// Water is thrown at a turned box, a ball and a spinning capsule.
TEST_P(Solids3D, NoParticleIsInside) {
    Parameters p;
    p.tank_max = {1, 0.6f, 0.5f};
    Scene scene = scene_with(p, {{0, 0, 0}, {0.4f, 0.4f, 0.5f}});
    scene.fluids[0].velocity = {3, 0, 0};
    scene.solids = {{.center = {0.55f, 0.1f, 0.2f}, .rotation = {0, 30, 20}, .half_size = {0.05f, 0.12f, 0.08f}},
                    {.center = {0.8f, 0.15f, 0.3f}, .radius = 0.12f},
                    {.center = {0.3f, 0.5f, 0.25f}, .half_size = {0, 0.12f, 0}, .radius = 0.04f, .spin = {0, 0, 360}}};
    Simulation splash(scene, make_backend());
    for (int step = 0; step < 150; ++step) {
        splash.run(1);
        ASSERT_LE(deepest(scene, splash.solver), -0.4 * p.particle_spacing) << "step " << step;
    }
    const Statistics s = splash.statistics();
    EXPECT_EQ(s.nan_count, 0u);
    EXPECT_EQ(s.outside_count, 0u);
    EXPECT_LT(s.density_error_mean, 0.05);
}

// At any step, by the distance to the mesh itself, not to the field that the passes read.
TEST_P(Solids3D, NoParticleIsInTheBunny) {
    const Scene scene = scene_named("bunny_drop");
    ASSERT_EQ(sample_fluid(scene).size(), 8000u);
    Simulation drop(scene, make_backend());
    double deepest_of_all = -1;
    for (int step = 0; step < 120; ++step) {
        drop.run(1);
        const double depth = deepest(scene, drop.solver);
        deepest_of_all = std::max(deepest_of_all, depth);
        ASSERT_LE(depth, 0.1 * scene.parameters.particle_spacing) << "step " << step;
    }
    EXPECT_GT(deepest_of_all, -0.6 * scene.parameters.particle_spacing) << "the water has not reached the bunny";
    EXPECT_EQ(drop.statistics().nan_count, 0u);
    std::cout << deepest_of_all / scene.parameters.particle_spacing << '\n';
}

// A bar passes through a box, in one mesh, under water: neither at the start nor later is a particle in either, where
// the other's surface goes on within it.
TEST_P(Solids3D, NoParticleIsInOverlappingParts) {
    Parameters p;
    p.tank_max = {1, 0.8f, 0.6f};
    Scene scene = scene_with(p, {{0, 0, 0}, {1, 0.6f, 0.6f}});
    const MeshBox boxes[] = {{{0, 0, 0}, {0.2, 0.2, 0.2}}, {{0.05, 0.01, 0}, {0.4, 0.05, 0.06}}};
    Solid solid{.center = {0.5f, 0.26f, 0.3f}};
    solid.mesh = solid_mesh(box_mesh(boxes));
    scene.solids = {solid};
    Simulation water(scene, make_backend());
    const auto inside = [&] {
        int count = 0;
        for (const glm::vec3& x : water.solver.state().position)
            count += std::ranges::any_of(boxes, [&](const MeshBox& box) {
                const glm::dvec3 depth =
                    box.half_size - glm::abs(glm::dvec3(x) - glm::dvec3(solid.center) - box.center);
                return std::min({depth.x, depth.y, depth.z}) > 0.1 * p.particle_spacing;
            });
        return count;
    };
    double worst = 0;
    for (int step = 0; step < 100; ++step) {
        water.run(1);
        worst = std::max(worst, water.statistics().density_error_mean);
        ASSERT_EQ(inside(), 0) << "step " << step;
    }
    EXPECT_LT(worst, 0.05);
    EXPECT_EQ(water.statistics().nan_count, 0u);
    std::cout << worst << '\n';
}

// A mesh that turns in the stream, by the distance to its triangles where it is then.
TEST_P(Solids3D, NoParticleIsInTheWaterWheel) {
    Scene scene = scene_named("water_wheel");
    Simulation stream(scene, make_backend());
    double deepest_of_all = -1;
    for (int step = 0; step < 120; ++step) {
        stream.run(1);
        if (step % 3 != 0) continue;
        const double depth = deepest(scene, stream.solver);
        deepest_of_all = std::max(deepest_of_all, depth);
        ASSERT_LE(depth, 0.1 * scene.parameters.particle_spacing) << "step " << step;
    }
    EXPECT_GT(deepest_of_all, -0.6 * scene.parameters.particle_spacing) << "the water has not reached the wheel";
    EXPECT_EQ(stream.statistics().nan_count, 0u);
    std::cout << deepest_of_all / scene.parameters.particle_spacing << '\n';
}

// At twice the speed of the scene: nothing is behind the wall, nor has the wall run over anything.
TEST_P(Solids3D, NothingPassesAMovingWall) {
    Scene scene = scene_named("moving_wall");
    EXPECT_EQ(sample_fluid(scene).size(), 11250u);
    scene.solids[0].period *= 0.5f;
    // A slice of it is enough.
    Parameters& p = scene.parameters;
    p.tank_max.z = scene.fluids[0].max.z = 0.2f;
    p.substeps = 1;
    Simulation waves(scene, make_backend());
    const double half = scene.solids[0].half_size.x;
    for (int step = 0; step < 250; ++step) {
        waves.run(1);
        const double face = state_at(scene.solids[0], waves.solver.time().seconds).center.x + half;
        for (const glm::vec3& x : waves.solver.state().position)
            ASSERT_GT(x.x, face + 0.4 * p.particle_spacing) << "step " << step;
    }
    EXPECT_EQ(waves.statistics().outside_count, 0u);
    EXPECT_GT(waves.statistics().kinetic_energy_per_mass, 0.05) << "no waves";
}

// Water that falls 0.5 m onto a plate across the tank, thinner than a particle by far: in a step of 16 ms it goes as
// far as two particles.
TEST_P(Solids3D, NothingPassesAThinPlate) {
    Parameters p;
    p.particle_spacing = 0.05f;
    p.support_radius = 0.1f;
    p.dt = 0.016f;
    p.tank_max = {0.8f, 1.6f, 0.8f};
    const Solid level{.center = {0.4f, 0.5f, 0.4f}, .half_size = {1, 0, 1}};
    for (const float thickness : {0.1f, 0.4f})
        for (const char* what : {"sharp", "round", "rising", "tilted"}) {
            SCOPED_TRACE(std::string(what) + ", " + std::to_string(thickness));
            Solid plate = level;
            (what == std::string("round") ? plate.radius : plate.half_size.y) = 0.5f * thickness * p.particle_spacing;
            if (what == std::string("rising")) plate.amplitude.y = 0.3f, plate.period = 1;
            if (what == std::string("tilted")) plate.rotation = {0, 20, 15};
            Scene scene = scene_with(p, {{0, 1.1f, 0}, {0.8f, 1.3f, 0.8f}});
            scene.solids = {plate};
            Simulation rain(scene, make_backend());
            rain.run(125);
            const SolidState now = state_at(plate, rain.solver.time().seconds);
            int below = 0;
            for (const glm::vec3& x : rain.solver.state().position)
                below += (glm::inverse(now.rotation) * (glm::dvec3(x) - now.center)).y < 0;
            EXPECT_EQ(below, 0);
            EXPECT_EQ(rain.statistics().nan_count, 0u);
        }
}

// A box that stands in the water of a tank, as deep as it, leaves what the tank's own walls would: the same column.
TEST_P(Solids3D, ABoxIsAsGoodAWallAsTheTanks) {
    Parameters p;
    p.tank_max = {0.4f, 0.8f, 0.3f};
    const Scene narrow = scene_with(p, {{0, 0, 0}, {0.4f, 0.5f, 0.3f}});
    Scene wide = narrow;
    wide.parameters.tank_max.x = 0.9f;
    wide.solids = {{.center = {0.65f, 0.4f, 0.15f}, .half_size = {0.25f, 1, 1}}};
    Simulation walls(narrow, make_backend()), box(wide, make_backend());
    ASSERT_EQ(walls.solver.state().size(), box.solver.state().size());
    walls.run(60);
    box.run(60);
    const Statistics a = walls.statistics(), b = box.statistics();
    EXPECT_NEAR(a.center_of_mass.y, b.center_of_mass.y, 1e-4);
    EXPECT_NEAR(a.center_of_mass.x, b.center_of_mass.x, 1e-4);
    EXPECT_NEAR(a.density_error_mean, b.density_error_mean, 1e-4);
}

// The same with boundary particles, which are on the box's faces what they are on the tank's.
TEST_P(Solids3D, ABoxOfBoundaryParticlesIsAsGoodAWallAsTheTanks) {
    Parameters p;
    p.walls = WallModel::particles;
    p.dt = 0.004f;
    p.tank_max = {0.4f, 0.8f, 0.3f};
    const Scene narrow = scene_with(p, {{0, 0, 0}, {0.4f, 0.5f, 0.3f}});
    Scene wide = narrow;
    wide.parameters.tank_max.x = 0.9f;
    wide.solids = {{.center = {0.65f, 0.4f, 0.15f}, .half_size = {0.25f, 1, 1}}};
    Simulation walls(narrow, make_backend()), box(wide, make_backend());
    walls.run(200);
    box.run(200);
    const Statistics a = walls.statistics(), b = box.statistics();
    std::cout << "middle " << a.center_of_mass.y << ' ' << b.center_of_mass.y << ", density error "
              << a.density_error_mean << ' ' << b.density_error_mean << '\n';
    // Their lattices differ: the tank's is divided evenly between its edges.
    EXPECT_NEAR(a.center_of_mass.y, b.center_of_mass.y, 5e-3);
    EXPECT_NEAR(a.center_of_mass.x, b.center_of_mass.x, 5e-3);
    EXPECT_NEAR(a.density_error_mean, b.density_error_mean, 1e-3);
}

// No water in the bunny, which is sampled as well.
TEST(Solids3DScenes, TheBunnyOfBoundaryParticles) {
    Scene scene = scene_named("bunny_drop");
    scene.parameters.walls = WallModel::particles;
    Simulation drop(scene, make_test_backend("cpu"));
    drop.run(120);
    const Statistics s = drop.statistics();
    EXPECT_EQ(s.nan_count + s.outside_count, 0u);
    EXPECT_LE(deepest(scene, drop.solver), 0.1 * scene.parameters.particle_spacing);
    EXPECT_LT(s.density_error_mean, 0.05);
}

TEST(Solids3DScenes, WhatOutrunsTheWaterIsRefused) {
    Scene scene = scene_named("moving_wall");
    scene.solids[0].period = 0.05f;
    const std::string sentence = sentence_of([&] { validate(scene); });
    EXPECT_NE(sentence.find("solid 1 moves at up to 37.69"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("water can give way at no more than 12.5 m/s"), std::string::npos) << sentence;
}

}  // namespace
}  // namespace undine::testing
