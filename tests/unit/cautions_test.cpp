// What is said of scenes that may not come to rest, or whose solids are too light, too thin or stepped too far.
#include "scene/cautions.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "scene/mesh/mesh_file.h"
#include "scene/mesh/solid_mesh.h"
#include "scene/parameter_style.h"
#include "scene/parameter_table.h"
#include "scene/scene.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

Scene with_solid(const Solid& solid, float dt = 0.004f) {
    Scene scene;
    scene.parameters.particle_spacing = 0.04f;
    scene.parameters.support_radius = 0.08f;
    scene.parameters.dt = dt;
    scene.solids = {{.half_size = {1, 1, 1}}, solid};
    return scene;
}

const Solid kCube{.half_size = {0.1f, 0.1f, 0.1f}, .density = 100};

TEST(Cautions, OfAFloatingSolidSteppedTooFar) {
    EXPECT_TRUE(cautions_of(with_solid(kCube)).empty());
    EXPECT_EQ(cautions_of(with_solid(kCube, 0.008f)),
              std::vector<std::string>{"solid 2 floats, and with dt = 8 ms it may never lie still; a dt of 5.71 ms or "
                                       "less lets it come to rest"});
    Solid sinks = kCube;
    sinks.density = 3000;
    EXPECT_TRUE(cautions_of(with_solid(sinks, 0.008f)).empty());
    Scene weightless = with_solid(kCube, 0.008f);
    weightless.parameters.gravity = {};
    EXPECT_TRUE(cautions_of(weightless).empty());
}

TEST(Cautions, OfAThinFloatingSolid) {
    Solid raft = kCube;
    raft.half_size.y = 0.02f;
    EXPECT_EQ(cautions_of(with_solid(raft)),
              std::vector<std::string>{"solid 2 floats and is 0.04 m thick, less than three times particle_spacing: it "
                                       "may rock, and lie higher or lower than its density says"});
    raft.radius = 0.05f;
    EXPECT_TRUE(cautions_of(with_solid(raft)).empty()) << "with its edges it is thick enough";
}

TEST(Cautions, OfAFloatingSolidOutsideTheTank) {
    Solid beside = kCube;
    beside.center = {0, 3, 0};
    EXPECT_EQ(cautions_of(with_solid(beside)),
              std::vector<std::string>{"solid 2 floats, but its center lies outside of the tank"});
    beside.density = 0;
    EXPECT_TRUE(cautions_of(with_solid(beside)).empty()) << "it stands there";
}

TEST(Cautions, OfAMeshThinnerThanAParticle) {
    Solid leaf;
    leaf.mesh = solid_mesh(spiky_ball(0.3, 6), 0.01);
    const std::vector<std::string> cautions = cautions_of(with_solid(leaf));
    ASSERT_EQ(cautions.size(), 1u);
    EXPECT_TRUE(cautions[0].starts_with("solid 2 is a mesh 0.02")) << cautions[0];
    leaf.mesh = solid_mesh(spiky_ball(0.3, 6), 0.1);
    EXPECT_TRUE(cautions_of(with_solid(leaf)).empty());
}

TEST(Cautions, NoneOfTheScenesThatAreShipped) {
    size_t scenes = 0;
    for (const auto& file : std::filesystem::directory_iterator(UNDINE_SCENES)) {
        if (file.path().extension() != ".toml") continue;
        const Scene scene = load_scene(file.path().string(), {});
        EXPECT_EQ(cautions_of(scene), std::vector<std::string>{}) << file.path();
        ++scenes;
    }
    EXPECT_GT(scenes, 10u);
}

TEST(Cautions, OfACoarsePressureThatCannotBe) {
    Scene scene;
    apply_style(scene.parameters, "consistent", "test");
    EXPECT_TRUE(cautions_of(scene).empty());
    for (const std::string setting : {"grid = hashed", "walls = none", "gradients = predicted"}) {
        Scene other = scene;
        const size_t space = setting.find(' ');
        set_parameter(other.parameters, setting.substr(0, space), setting.substr(space + 3), "test");
        EXPECT_EQ(cautions_of(other),
                  std::vector<std::string>{"coarse_sweeps does nothing with " + setting +
                                           ", so that deep water is as firm as max_iterations alone makes it"});
    }
}

TEST(Cautions, OfABilateralConstraintWhoseMultipliersAddUp) {
    Scene scene;
    apply_style(scene.parameters, "consistent", "test");
    scene.parameters.constraint = ConstraintType::bilateral;
    EXPECT_EQ(cautions_of(scene),
              std::vector<std::string>{"constraint = bilateral bursts at a free surface with gradients = start; use "
                                       "constraint = unilateral, or style = classic"});
    apply_style(scene.parameters, "classic", "test");
    scene.parameters.constraint = ConstraintType::bilateral;
    EXPECT_TRUE(cautions_of(scene).empty());
}

TEST(Cautions, OfDeepWaterWithLittleViscosity) {
    Scene scene;
    apply_style(scene.parameters, "consistent", "test");
    scene.parameters.support_radius = 0.02f;
    scene.parameters.particle_spacing = 0.01f;
    scene.fluids = {{{0, 0.5f, 0}, {2, 0.75f, 1}}, {{0, 0, 0}, {1, 0.5f, 1}}};
    EXPECT_EQ(cautions_of(scene),
              std::vector<std::string>{"water 0.5 m deep is restless at support_radius = 0.02 with so little "
                                       "viscosity; xsph_rate = 39, error_rate = 25 and shift_rate = 25 keep it calm"});
    const auto calm = [&](auto change) {
        Scene other = scene;
        change(other.parameters);
        return cautions_of(other).empty();
    };
    EXPECT_TRUE(calm([](Parameters& p) { p.xsph_rate = 39; }));
    EXPECT_TRUE(calm([](Parameters& p) { p.xsph_c = 0.1f; }));
    EXPECT_TRUE(calm([](Parameters& p) { p.viscosity = 0.001f; }));
    EXPECT_TRUE(calm([](Parameters& p) { p.gravity = {}; }));
    EXPECT_TRUE(calm([](Parameters& p) { p.gravity = {-0.5f, 0, 0}; })) << "is deeper, but weighs little";
    EXPECT_TRUE(calm([](Parameters& p) { apply_style(p, "classic", "test"); }));
}

}  // namespace
}  // namespace undine::testing
