// Scenes that start from a file: what they may say, and that what is written is what is read.
#include "scene/scene_writer.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "app/simulation.h"
#include "io/ply.h"
#include "io/saved_scene.h"
#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;
using testing::TemporaryDirectory;

ParticleState one_at(const glm::vec3& x) {
    ParticleState state;
    state.resize(1);
    state.position[0] = x;
    return state;
}

TEST(SceneWriter, WhatIsWrittenReadsBackToTheBit) {
    const TemporaryDirectory directory;
    Scene scene;
    scene.title = "A \"pool\" \\ of water";
    scene.parameters.dt = 0.1f / 3;
    scene.parameters.gravity = {1e-7f, -9.80665f, 1 / 3.0f};
    scene.parameters.kernel = KernelType::cubic_spline;
    scene.parameters.walls = WallModel::clamp;
    scene.planes = {{glm::normalize(glm::vec3(1, 2, 3)), 0.1f}, {{0, 0, 1}, -1 / 7.0f}};
    scene.solids = {{.center = {1, 2, 1 / 3.0f},
                     .rotation = {1, 2, 1 / 7.0f},
                     .half_size = {1, 1 / 3.0f, 2},
                     .color = glm::vec3(1, 0, 1 / 3.0f),
                     .amplitude = {0, 0.1f, 0},
                     .period = 4 / 3.0f,
                     .phase = 0.25f,
                     .spin = {0, 0, 1 / 9.0f}},
                    {.half_size = {0, 0.2f, 0},
                     .radius = 1 / 3.0f,
                     .color = glm::vec3(0),
                     .keys = {{0, {1, 0, 0}, {0, 0, 1 / 3.0f}}, {10 / 3.0f, {0, 1, 0}, {0, 0, 0}}}}};
    scene.probes = {{.name = "wall \\ 1", .quantity = ProbeQuantity::velocity, .at = {1, 0.5f, 1 / 3.0f}},
                    {.name = "gate",
                     .quantity = ProbeQuantity::flux,
                     .normal = glm::normalize(glm::vec3(1, 2, 3)),
                     .offset = 0.1f,
                     .min = {-1, -1, -1 / 3.0f},
                     .max = {1, 1, 1}},
                    {.name = "all", .quantity = ProbeQuantity::flux, .normal = {0, 0, 1}, .offset = 0.1f}};
    scene.camera = {.eye = {1, 2, 1 / 3.0f}, .target = {0, 0.1f, 0}, .fov_degrees = 31.7f, .given = true};
    std::filesystem::create_directories(directory.path() / "elsewhere");
    scene.boundary_file = directory.file("elsewhere/a\t\"rock\"\n.ply", "");
    save_scene(directory.path() / "a", scene, one_at({1, 0.5f, 0.5f}));

    const Scene read = load_scene((directory.path() / "a.toml").string(), {});
    EXPECT_EQ(read.title, scene.title);
    EXPECT_EQ(read.parameters, scene.parameters);
    EXPECT_EQ(read.initial_file, (directory.path() / "a.ply").string());
    EXPECT_EQ(read.boundary_file, scene.boundary_file);
    ASSERT_EQ(read.planes.size(), 2u);
    for (size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(read.planes[k].normal, scene.planes[k].normal);
        EXPECT_EQ(read.planes[k].offset, scene.planes[k].offset);
    }
    EXPECT_EQ(read.solids, scene.solids);
    EXPECT_EQ(read.probes, scene.probes);
    EXPECT_TRUE(read.camera.given);
    EXPECT_EQ(read.camera.eye, scene.camera.eye);
    EXPECT_EQ(read.camera.target, scene.camera.target);
    EXPECT_EQ(read.camera.fov_degrees, scene.camera.fov_degrees);
}

TEST(SceneWriter, DefaultsAreNotWritten) {
    Scene scene;
    scene.title = "plain";
    scene.initial_file = "a.ply";
    scene.parameters.dt = 0.002f;
    EXPECT_EQ(scene_text(scene, "."), "title = \"plain\"\ninitial = \"a.ply\"\n\ndt = 0.002\n");
}

TEST(InitialFile, StandsInTheSceneAndTheCommandLineWins) {
    const TemporaryDirectory directory;
    write_particles((directory.path() / "a.ply").string(), one_at({1, 0.5f, 0.5f}));
    write_particles((directory.path() / "b.ply").string(), one_at({1.5f, 0.5f, 0.5f}));
    SimulationOptions options;
    options.scene = directory.file("x.toml", "initial = \"a.ply\"\n");
    EXPECT_EQ(load_simulation(options).initial.position[0].x, 1);
    options.initial = (directory.path() / "b.ply").string();
    EXPECT_EQ(load_simulation(options).initial.position[0].x, 1.5f);
}

TEST(InitialFile, WhatIsWrongIsNamed) {
    const TemporaryDirectory directory;
    auto sentence = [&](const std::string& text) {
        SimulationOptions options;
        options.scene = directory.file("x.toml", text);
        return sentence_of([&] { load_simulation(options); });
    };
    const std::string x = (directory.path() / "x.toml").string();
    EXPECT_EQ(sentence("dt = 0.002\ninitial = \"no.ply\"\n"),
              x + ":2: initial must name a PLY file, and there is no file " + (directory.path() / "no.ply").string());
    EXPECT_TRUE(sentence("initial = 3\n").starts_with(x + ":1: initial must be")) << sentence("initial = 3\n");
    EXPECT_TRUE(sentence("initial = \".\"\n").starts_with(x + ":1: initial must name a PLY file"));
    directory.file("bad.ply", "plyy\n");
    EXPECT_TRUE(sentence("initial = \"bad.ply\"\n").starts_with((directory.path() / "bad.ply").string() + ":"));
    EXPECT_EQ(sentence("initial = \"bad.ply\"\n[[plane]]\nnormal = [0, 1, 0]\npoint = [0, 0, 0]\noffset = 1\n"),
              x + ":5: [[plane]] must have either point or offset, not both");
}

TEST(SavedScene, NumbersGoOnAndPlacesThatCannotBeWrittenAreNamed) {
    const TemporaryDirectory directory;
    const auto next = [&] { return numbered_path(directory.path() / "out", "dam", {".toml", ".ply"}); };
    EXPECT_EQ(next(), directory.path() / "out/dam-1");
    directory.file("out/dam-1.ply", "");
    EXPECT_EQ(next(), directory.path() / "out/dam-2");
    const std::string file = directory.file("taken", "");
    EXPECT_TRUE(sentence_of([&] { numbered_path(file, "dam", {".png"}); }).starts_with(file + ": "));
}

}  // namespace
}  // namespace undine
