// Probes: fields that are known are read as they are, also beside walls, and water at rest has its depth and weight.
#include "scene/probe_reading.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/simulation.h"
#include "scene/sampling.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

using glm::vec3;

constexpr float kSpacing = 0.05f;

Scene tank(uint32_t dimensions = 3) {
    Parameters p;
    p.dimensions = dimensions;
    p.support_radius = 2 * kSpacing;
    p.particle_spacing = kSpacing;
    p.walls = WallModel::density;
    p.tank_min = vec3(0);
    p.tank_max = vec3(1, 1, dimensions == 3 ? 0.5f : 0);
    return scene_with(p);
}

double mass(const Scene& scene) {
    return scene.parameters.rest_density * std::pow(kSpacing, double(scene.parameters.dimensions));
}

// A lattice of water up to a height of half a metre.
ParticleState lattice(const Scene& scene) {
    const bool flat = scene.parameters.dimensions == 2;
    ParticleState state;
    for (int x = 0; x < 20; ++x)
        for (int y = 0; y < 10; ++y)
            for (int z = 0; z < (flat ? 1 : 10); ++z) {
                state.resize(state.size() + 1);
                state.position.back() = kSpacing * (vec3(x, y, z) + 0.5f);
                if (flat) state.position.back().z = 0;
                state.density.back() = 1000;
                state.id.back() = uint32_t(state.size() - 1);
            }
    return state;
}

TEST(Probes, ALinearFieldIsReadAsItIsAlsoAtWallsAndCorners) {
    for (const uint32_t dimensions : {2u, 3u}) {
        Scene scene = tank(dimensions);
        ParticleState state = lattice(scene);
        const auto pressure = [](const vec3& x) { return 5000 - 9810.0f * x.y + 300 * x.x; };
        for (size_t i = 0; i < state.size(); ++i) {
            state.pressure[i] = pressure(state.position[i]);
            state.velocity[i] = vec3(1 + state.position[i].y, -state.position[i].x, dimensions == 3 ? 0.5f : 0);
        }
        const float z = dimensions == 3 ? 0.23f : 0;
        const vec3 places[] = {{0.5f, 0.2f, z}, {0, 0.1f, z}, {0, 0, 0}, {1, 0, dimensions == 3 ? 0.5f : 0}};
        for (int k = 0; k < 4; ++k) {
            scene.probes.push_back({.name = "p" + std::to_string(k), .at = places[k]});
            scene.probes.push_back(
                {.name = "v" + std::to_string(k), .quantity = ProbeQuantity::velocity, .at = places[k]});
        }
        const std::vector<double> row = probe_row(scene, state, mass(scene));
        ASSERT_EQ(row.size(), 4 * (1 + dimensions));
        // What a lattice of two spacings a support feels of a slope, worked out apart from the program.
        const double felt = dimensions == 3 ? 0.95628907 : 0.88646202;
        for (size_t k = 0; k < 4; ++k) {
            const double* const at = &row[k * (1 + dimensions)];
            EXPECT_NEAR(at[0], felt * pressure(places[k]), 0.01) << dimensions << "D, place " << k;
            EXPECT_NEAR(at[1], 1 + places[k].y, 1e-5);
            EXPECT_NEAR(at[2], -places[k].x, 1e-5);
        }
        EXPECT_EQ(probe_columns(scene).size(), row.size());
    }
}

TEST(Probes, HeightIsThatOfTheColumnAlsoBesideWallsAndFluxThatOfTheStream) {
    for (const uint32_t dimensions : {2u, 3u}) {
        Scene scene = tank(dimensions);
        ParticleState state = lattice(scene);
        for (vec3& v : state.velocity) v = vec3(2, 0, 0);
        const float z = dimensions == 3 ? 0.25f : 0;
        for (const float x : {0.0f, 0.03f, 0.5f, 1.0f})
            scene.probes.push_back({.name = std::to_string(x), .quantity = ProbeQuantity::height, .at = {x, 0, z}});
        scene.probes.push_back(
            {.name = "through", .quantity = ProbeQuantity::flux, .normal = {1, 0, 0}, .offset = 0.52f});
        scene.probes.push_back({.name = "back, below",
                                .quantity = ProbeQuantity::flux,
                                .normal = {-1, 0, 0},
                                .offset = -0.3f,
                                .min = vec3(0),
                                .max = vec3(1, 0.25f, 1)});
        const std::vector<double> row = probe_row(scene, state, mass(scene));
        ASSERT_EQ(row.size(), 6u);
        for (size_t k = 0; k < 4; ++k) EXPECT_NEAR(row[k], 0.5, 0.025) << dimensions << "D " << scene.probes[k].name;
        const double area = dimensions == 3 ? 0.5 * 0.5 : 0.5;
        EXPECT_NEAR(row[4] / (2 * area), 1, 0.01);
        EXPECT_NEAR(row[5] / (-2 * area / 2), 1, 0.01);
    }
}

TEST(Probes, WhereNoWaterIsThePressureIsZeroAndTheRestUnknown) {
    Scene scene = tank();
    scene.probes = {{.name = "p", .at = {0.5f, 0.9f, 0.2f}},
                    {.name = "v", .quantity = ProbeQuantity::velocity, .at = {0.5f, 0.9f, 0.2f}},
                    {.name = "d", .quantity = ProbeQuantity::density, .at = {0.5f, 0.9f, 0.2f}},
                    {.name = "h", .quantity = ProbeQuantity::height, .at = {0.5f, 0.9f, 0.2f}}};
    const std::vector<double> row = probe_row(scene, ParticleState{}, mass(scene));
    ASSERT_EQ(row.size(), 6u);
    EXPECT_EQ(row[0], 0);
    for (size_t k = 1; k < 5; ++k) EXPECT_TRUE(std::isnan(row[k]));
    EXPECT_EQ(row[5], 0);
}

// The column of assets/scenes/hydrostatic.toml.
TEST(Probes, WaterAtRestHasItsDepthItsDensityAndItsWeightAtTheFloor) {
    Scene scene = asset_scene("hydrostatic");
    scene.probes = {{.name = "floor", .at = {0.5f, 0, 0.5f}},
                    {.name = "wall", .at = {0, 0.5f, 0.5f}},
                    {.name = "density", .quantity = ProbeQuantity::density, .at = {0.5f, 0.3f, 0.5f}},
                    {.name = "height", .quantity = ProbeQuantity::height, .at = {0.5f, 0, 0.5f}},
                    {.name = "flux", .quantity = ProbeQuantity::flux, .normal = {0, 1, 0}, .offset = 0.5f}};
    Simulation simulation(scene, make_test_backend("cpu"));
    simulation.run(150);
    std::vector<double> mean(5);
    constexpr int kSamples = 50;
    for (int k = 0; k < kSamples; ++k) {
        simulation.run(1);
        const ParticleState state = simulation.solver.state();
        const std::vector<double> row = probe_row(scene, state, simulation.solver.params().particle_mass);
        for (size_t j = 0; j < 5; ++j) mean[j] += row[j] / kSamples;
    }
    EXPECT_NEAR(mean[0] / (1000 * kGravity), 1, tolerance::kProbedWeight) << mean[0];
    EXPECT_NEAR(mean[1] / (500 * kGravity), 1, tolerance::kProbedWeight) << mean[1];
    EXPECT_NEAR(mean[2] / 1000, 1, 0.01);
    EXPECT_NEAR(mean[3], 1, 0.02);
    const double step = scene.parameters.dt / scene.parameters.substeps;
    EXPECT_NEAR(mean[4], 0, kGravity * step) << "what gravity adds in a step, before the pressure takes it away";
}

}  // namespace
}  // namespace undine::testing
