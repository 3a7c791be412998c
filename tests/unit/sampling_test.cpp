// Particles on lattices: how many, where, and how heavy.
#include "scene/sampling.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "scene/scene.h"
#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;

Scene scene_with(std::vector<FluidBox> fluids, float spacing = 0.05f) {
    Scene scene;
    scene.source = "x.toml";
    scene.parameters.particle_spacing = spacing;
    scene.fluids = std::move(fluids);
    return scene;
}

using Point = std::array<float, 3>;
std::set<Point> points(const std::vector<glm::vec3>& positions) {
    std::set<Point> set;
    for (const glm::vec3& x : positions) set.insert({x.x, x.y, x.z});
    return set;
}

TEST(Sampling, FillsABoxWithACubicLattice) {
    const ParticleState state = sample_fluid(scene_with({{{0.5f, 0, 0}, {1.5f, 0.5f, 0.1f}, {1, 2, 3}}}));
    ASSERT_EQ(state.size(), 20u * 10u * 2u);
    EXPECT_NEAR(state.position[0].x, 0.525f, 1e-6f);
    EXPECT_NEAR(state.position[0].y, 0.025f, 1e-6f);
    EXPECT_NEAR(state.position[1].x, 0.575f, 1e-6f);
    EXPECT_NEAR(state.position.back().x, 1.475f, 1e-6f);
    EXPECT_NEAR(state.position.back().z, 0.075f, 1e-6f);
    EXPECT_EQ(points(state.position).size(), state.size());
    ASSERT_EQ(state.velocity.size(), state.size());
    ASSERT_EQ(state.density.size(), state.size());
    ASSERT_EQ(state.lambda.size(), state.size());
    for (uint32_t i = 0; i < state.size(); ++i) {
        EXPECT_EQ(state.id[i], i);
        EXPECT_EQ(state.velocity[i], glm::vec3(1, 2, 3));
        EXPECT_EQ(state.density[i], 0.0f);
    }
}

TEST(Sampling, CountIsWhatHasItsCentreInside) {
    const auto count_along_x = [](float extent) {
        return sample_fluid(scene_with({{{0, 0, 0}, {extent, 0.05f, 0.05f}, {}}})).size();
    };
    EXPECT_EQ(count_along_x(1.0f), 20u);
    EXPECT_EQ(count_along_x(0.98f), 20u);  // the last centre is at 0.975
    EXPECT_EQ(count_along_x(0.97f), 19u);
    EXPECT_EQ(count_along_x(0.06f), 1u);
    EXPECT_EQ(count_along_x(0.01f), 1u);  // never none
    const ParticleState thin = sample_fluid(scene_with({{{0, 0, 0}, {0.01f, 1, 1}, {}}}));
    for (const glm::vec3& x : thin.position) EXPECT_NEAR(x.x, 0.005f, 1e-7f);  // and never outside the box
}

TEST(Sampling, OverlappingBoxesShareNoPlace) {
    const FluidBox box{{0, 0, 0}, {0.5f, 0.5f, 0.5f}, {}};
    EXPECT_EQ(sample_fluid(scene_with({box, box})).size(), 1000u);
    const FluidBox shifted{{0.25f, 0, 0}, {0.75f, 0.5f, 0.5f}, {1, 0, 0}};
    const ParticleState state = sample_fluid(scene_with({box, shifted}));
    EXPECT_EQ(state.size(), 1500u);
    EXPECT_EQ(points(state.position).size(), state.size());
    EXPECT_EQ(state.id.back(), 1499u);
    EXPECT_EQ(state.velocity[999].x, 0.0f);
    EXPECT_EQ(state.velocity[1000].x, 1.0f);
}

TEST(Sampling, FlatFluidIsASquareLatticeAtZeroDepth) {
    Scene scene = scene_with({{{0, 0, 5}, {1, 0.5f, 3}, {}}});
    scene.parameters.dimensions = 2;
    const ParticleState state = sample_fluid(scene);
    EXPECT_EQ(state.size(), 200u);
    for (const glm::vec3& x : state.position) EXPECT_EQ(x.z, 0.0f);
}

TEST(Sampling, ParticlesOutsideTheTankAreCounted) {
    Scene scene = scene_with({{{1.5f, 0, 0}, {2.5f, 0.05f, 0.05f}, {}}});
    EXPECT_EQ(sentence_of([&] { (void)sample_fluid(scene); }),
              "x.toml: 10 of 20 particles are outside the tank from [0, 0, 0] to [2, 1, 1]");
    scene.parameters.walls = WallModel::none;
    EXPECT_EQ(sample_fluid(scene).size(), 20u);
}

TEST(Sampling, AbsurdCountsAreRefusedBeforeAllocating) {
    const Scene scene = scene_with({{{0, 0, 0}, {1, 1, 1}, {}}}, 1e-6f);
    const std::string sentence = sentence_of([&] { (void)sample_fluid(scene); });
    EXPECT_EQ(sentence,
              "x.toml: particle_spacing = 1e-06 m would need 1e+18 particles, and at most 64000000 are allowed");
    Parameters parameters;
    parameters.boundary_spacing = 1e-6f;
    const std::string walls = sentence_of([&] { sample_tank_walls(parameters); });
    EXPECT_TRUE(walls.starts_with("walls = \"particles\" would need ")) << walls;
    parameters.boundary_spacing = 0.002f;
    parameters.tank_max = {4, 2, 2};
    EXPECT_EQ(
        sentence_of([&] { sample_tank_walls(parameters); }),
        "walls = \"particles\" would need 10,403,752 boundary particles, 0.002 m apart, and at most 4,000,000 are "
        "allowed; raise boundary_spacing");
    parameters.boundary_spacing = 0;
    parameters.particle_spacing = 0.002f;
    EXPECT_NE(
        sentence_of([&] { sample_tank_walls(parameters); }).find("raise particle_spacing or set boundary_spacing"),
        std::string::npos);
}

TEST(Sampling, ManyBoxesOfManyParticlesAreRefused) {
    const Scene scene = scene_with(std::vector<FluidBox>(2000, {{0, 0, 0}, {0.5f, 0.5f, 0.5f}, {}}), 0.005f);
    EXPECT_EQ(sentence_of([&] { (void)sample_fluid(scene); }),
              "x.toml: particle_spacing = 0.005 m would need 2e+09 particles, and at most 64000000 are allowed");
    const Scene fewer = scene_with(std::vector<FluidBox>(2000, {{0, 0, 0}, {0.5f, 0.5f, 0.5f}, {}}), 0.0255f);
    EXPECT_EQ(sentence_of([&] { (void)sample_fluid(fewer); }),
              "x.toml: 2,000 [[fluid]] boxes with 16,000,000 particles would take minutes to fill; join boxes or raise "
              "particle_spacing");
}

TEST(Sampling, WallsAreOneLayerWithoutDuplicates) {
    Parameters parameters;
    parameters.tank_max = {1, 0.5f, 0.23f};
    parameters.boundary_spacing = 0.1f;
    const BoundaryState walls = sample_tank_walls(parameters);
    // With half a spacing of 0.05 m more at either end: 11, 6 and 3 steps.
    EXPECT_EQ(walls.size(), 12u * 7 * 4 - 10u * 5 * 2);
    EXPECT_EQ(points(walls.position).size(), walls.size());
    EXPECT_TRUE(walls.psi.empty());
    size_t corners = 0;
    for (const glm::vec3& x : walls.position) {
        int on = 0;
        for (int axis = 0; axis < 3; ++axis) on += x[axis] == -0.025f || x[axis] == parameters.tank_max[axis] + 0.025f;
        EXPECT_GE(on, 1);
        corners += on == 3;
    }
    EXPECT_EQ(corners, 8u);
}

TEST(Sampling, FlatWallsAreFourEdges) {
    Parameters parameters;
    parameters.dimensions = 2;
    parameters.tank_min = {-1, -1, 0};
    const BoundaryState walls = sample_tank_walls(parameters);  // 3 m by 2 m at particle_spacing 0.05 m
    EXPECT_EQ(walls.size(), 2u * (61 + 41));
    EXPECT_EQ(points(walls.position).size(), walls.size());
    for (const glm::vec3& x : walls.position) EXPECT_EQ(x.z, 0.0f);
}

TEST(Sampling, LatticeMassGivesTheLatticeItsRestDensity) {
    // Σ m W / ρ0 with m = ρ0 d³ on a cubic lattice, poly6, for four values of d/h.
    const std::pair<float, double> table[] = {{0.45f, 1.013}, {0.5f, 1.010}, {0.55f, 0.986}, {0.6f, 0.960}};
    for (const auto& [ratio, sum] : table) {
        Parameters parameters;
        parameters.support_radius = 0.2f;
        parameters.particle_spacing = 0.2f * ratio;
        const double d = parameters.particle_spacing;
        EXPECT_NEAR(1000 * d * d * d / lattice_mass(parameters), sum, 6e-4) << ratio;
    }
}

TEST(Sampling, LatticeMassApproachesTheVolumeOfACellForEveryKernel) {
    // W integrates to 1, so a fine lattice of mass ρ0 d³ (d² in 2D) has the density ρ0: the normalisation is right.
    for (const KernelType kernel : {KernelType::poly6_spiky, KernelType::cubic_spline}) {
        for (const uint32_t dimensions : {2u, 3u}) {
            Parameters parameters;
            parameters.kernel = kernel;
            parameters.dimensions = dimensions;
            parameters.support_radius = 1;
            parameters.particle_spacing = 0.07f;
            const double cell = std::pow(double(parameters.particle_spacing), dimensions);
            EXPECT_NEAR(lattice_mass(parameters) / (1000 * cell), 1, 1e-3);
        }
    }
}

TEST(Sampling, LatticeMassByHand) {
    // With d just below h only the particle itself and a vanishing ring count: m = ρ0 / W(0).
    Parameters parameters;
    parameters.support_radius = 0.5f;
    parameters.particle_spacing = 0.49999997f;
    const double h3 = 0.125;
    EXPECT_NEAR(lattice_mass(parameters), 1000 * 64 * std::numbers::pi * h3 / 315, 1e-6);
    parameters.kernel = KernelType::cubic_spline;
    EXPECT_NEAR(lattice_mass(parameters), 1000 * std::numbers::pi * h3 / 8, 1e-6);
    parameters.dimensions = 2;
    EXPECT_NEAR(lattice_mass(parameters), 1000 * 7 * std::numbers::pi * 0.25 / 40, 1e-6);
    parameters.kernel = KernelType::poly6_spiky;
    EXPECT_NEAR(lattice_mass(parameters), 1000 * std::numbers::pi * 0.25 / 4, 1e-6);
}

TEST(Sampling, WaterThatSolidsCoverIsNone) {
    Scene scene = scene_with({{{0.2f, 0.2f, 0.2f}, {0.4f, 0.4f, 0.4f}}});
    scene.solids = {{.center = {0.3f, 0.3f, 0.3f}, .half_size = {0.2f, 0.2f, 0.2f}}};
    EXPECT_EQ(
        sentence_of([&] { (void)sample_fluid(scene); }),
        "x.toml: no particles to simulate: solids cover every place of the [[fluid]] boxes; move them, or the water");
    scene.solids[0].half_size.x = 0.05f;
    EXPECT_EQ(sample_fluid(scene).size(), 2u * 4 * 4 - 0);
    scene.solids[0].half_size.x = 0.2f;
    scene.emitters.emplace_back();
    EXPECT_EQ(sample_fluid(scene).size(), 0u) << "it may come in later";
}

}  // namespace
}  // namespace undine
