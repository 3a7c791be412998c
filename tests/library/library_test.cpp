// The public interface, from outside of the library.
#include <gtest/gtest.h>
#include <undine/renderer.h>
#include <undine/version.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>

#include "host_device.h"

namespace undine::testing {
namespace {

using core::Drawn;
using core::Particles;
using core::Scene;
using core::Simulation;
using core::Vec3;

// 1,000 particles of a dam in a tank.
Scene small_dam() {
    Scene scene;
    scene.set("particle_spacing", 0.05).set("support_radius", 0.1).set("tank_max", Vec3{1, 1, 0.5F});
    scene.add_fluid({0, 0, 0}, {0.5F, 0.5F, 0.5F});
    return scene;
}

// The sentence of the Error that the call throws, and its code; "" if it throws none.
template <class Call>
std::string refusal(Call call, Exit code) {
    try {
        call();
    } catch (const Error& e) {
        EXPECT_EQ(int(e.code), int(code)) << e.what();
        return e.what();
    }
    return "";
}

bool same(const Particles& a, const Particles& b) {
    return a.position == b.position && a.velocity == b.velocity && a.density == b.density && a.id == b.id;
}

TEST(LibraryVersion, HasThreeNumbers) {
    int major = -1, minor = -1, patch = -1;
    EXPECT_EQ(std::sscanf(core::version(), "%d.%d.%d", &major, &minor, &patch), 3) << core::version();
}

TEST(LibraryScene, IsReadChangedAndAddedTo) {
    const std::vector<std::string> names = Scene::names();
    EXPECT_NE(std::ranges::find(names, "dam_break"), names.end());
    Scene scene = Scene::load("dam_break");
    EXPECT_NE(scene.path().find("dam_break.toml"), std::string::npos);
    scene.set("viscosity", 0.01).set("kernel", "cubic_spline").set("gravity", Vec3{0, -1, 0});
    EXPECT_EQ(scene.get("viscosity"), "0.01");
    EXPECT_EQ(scene.get("kernel"), "\"cubic_spline\"");
    EXPECT_EQ(scene.get("gravity"), "[0, -1, 0]");
}

TEST(LibraryScene, RefusesWithASentence) {
    EXPECT_NE(refusal([] { Scene::load("dam_brake"); }, Exit::bad_input).find("dam_break"), std::string::npos);
    EXPECT_NE(refusal([] { Scene().set("viscosty", 1); }, Exit::bad_input).find("viscosity"), std::string::npos);
    EXPECT_NE(refusal([] { Scene().set("dt", "soon"); }, Exit::bad_input).find("dt"), std::string::npos);
    EXPECT_NE(refusal([] { Scene::parse("[[solid]\n", "mine.toml"); }, Exit::bad_input).find("mine.toml"),
              std::string::npos);
    Scene scene = small_dam();
    const std::string before = scene.text();
    EXPECT_NE(refusal([&] { scene.add("[[solid]]\nradius = 0.1\ncentre = [0.5, 0.5, 0.2]"); }, Exit::bad_input)
                  .find("centre"),
              std::string::npos);
    EXPECT_EQ(scene.text(), before);
    EXPECT_NE(refusal([] { Simulation water{Scene()}; }, Exit::bad_input), "");
    EXPECT_NE(refusal([] { Simulation water(small_dam(), {.backend = "gpu"}); }, Exit::usage).find("vulkan"),
              std::string::npos);
}

TEST(LibrarySimulation, FallsAndStaysInItsTank) {
    Simulation water(small_dam());
    EXPECT_EQ(water.particle_count(), 1000u);
    EXPECT_NEAR(water.particle_mass(), 1000 * 0.05 * 0.05 * 0.05, 0.02);
    const Particles start = water.particles();
    water.step(40);
    EXPECT_EQ(water.steps(), 40u);
    EXPECT_NEAR(water.time(), 40 * water.time_step(), 1e-9);
    const Particles end = water.particles();
    const auto front = [](const Particles& p) {
        return std::ranges::max_element(p.position, {}, [](const Vec3& x) { return x[0]; })->at(0);
    };
    EXPECT_GT(front(end), front(start) + 0.02F);
    for (const Vec3& x : end.position) EXPECT_TRUE(x[0] >= 0 && x[0] <= 1 && x[1] >= 0 && x[2] >= 0 && x[2] <= 0.5F);
}

TEST(LibrarySimulation, MapsItsOwnArrays) {
    Simulation water(small_dam());
    const core::MappedParticles mapped = water.map();
    water.step(20);
    const Particles copied = water.particles();
    ASSERT_EQ(mapped.position.size(), copied.size());
    std::set<uint32_t> seen;
    for (size_t i = 0; i < mapped.id.size(); ++i) {
        const uint32_t id = mapped.id[i];
        seen.insert(id);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(mapped.position[i][axis], copied.position[id][axis]);
            EXPECT_EQ(mapped.velocity[i][axis], copied.velocity[id][axis]);
        }
        EXPECT_EQ(mapped.position[i][3], copied.density[id]);
    }
    EXPECT_EQ(seen.size(), copied.size());
}

TEST(LibrarySimulation, StartsOverFromGivenParticles) {
    Simulation water(small_dam());
    const Particles start = water.particles();
    water.step(10);
    const Particles once = water.particles();
    water.set_particles({.position = start.position});
    EXPECT_EQ(water.steps(), 0u);
    water.step(10);
    EXPECT_TRUE(same(water.particles(), once));

    Particles wrong{.position = start.position};
    wrong.position.pop_back();
    EXPECT_NE(refusal([&] { water.set_particles(wrong); }, Exit::bad_input).find("1000"), std::string::npos);
    wrong.position.push_back({5, 0, 0});
    EXPECT_NE(refusal([&] { water.set_particles(wrong); }, Exit::bad_input).find("tank"), std::string::npos);
    wrong.position.back() = {NAN, 0, 0};
    EXPECT_NE(refusal([&] { water.set_particles(wrong); }, Exit::bad_input).find("finite"), std::string::npos);
    wrong = {.position = start.position, .id = std::vector<uint32_t>(1000, 7)};
    EXPECT_NE(refusal([&] { water.set_particles(wrong); }, Exit::bad_input).find("id"), std::string::npos);
    EXPECT_NE(refusal([&] { water.set_particles({}); }, Exit::bad_input), "");
    water.step(1);  // what was refused changed nothing
    EXPECT_EQ(water.steps(), 11u);
}

TEST(LibrarySimulation, ChangesParametersWhileItRuns) {
    Simulation water(small_dam());
    water.set("gravity", Vec3{10, 0, 0});
    EXPECT_EQ(water.get("gravity"), "[10, 0, 0]");
    water.step(1);
    double mean = 0;
    for (const Vec3& v : water.particles().velocity) mean += v[0] / 1000;
    EXPECT_NEAR(mean, 10 * water.time_step(), 5 * water.time_step());
    EXPECT_NE(refusal([&] { water.set("particle_spacing", 0.04); }, Exit::usage).find("particle_spacing"),
              std::string::npos);
    EXPECT_NE(refusal([&] { water.set("dt", -1); }, Exit::bad_input), "");
    EXPECT_NE(refusal([&] { (void)water.get("dtt"); }, Exit::bad_input).find("dt"), std::string::npos);
}

TEST(LibrarySimulation, KnowsWhereItsSolidsAre) {
    Scene scene = small_dam();
    scene.add("[[solid]]\nradius = 0.1\ncenter = [0.8, 0.5, 0.25]\ndensity = 500");
    Simulation water(scene);
    ASSERT_EQ(water.solids().size(), 1u);
    EXPECT_NEAR(water.solids()[0].center[1], 0.5, 1e-6);
    water.step(20);
    EXPECT_LT(water.solids()[0].center[1], 0.5);
    EXPECT_LT(water.solids()[0].velocity[1], 0);
}

// On each of the software drivers, whose names these are.
class LibraryOn : public ::testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        driver_ = GetParam() == "lavapipe" ? "llvmpipe" : "SwiftShader";
        host_ = std::make_unique<Host>(driver_);
        if (host_->is_there()) return;
        const char* required = std::getenv("UNDINE_REQUIRE_DEVICES");
        ASSERT_FALSE(required && std::string(required).find(GetParam()) != std::string::npos) << GetParam();
        GTEST_SKIP() << "there is no " << driver_;
    }
    std::string driver_;
    std::unique_ptr<Host> host_;
};
INSTANTIATE_TEST_SUITE_P(, LibraryOn, ::testing::Values("lavapipe", "swiftshader"),
                         [](const auto& instance) { return instance.param; });

TEST_P(LibraryOn, RecordsStepsThatAreThoseOfItsOwnDevice) {
    Simulation own(small_dam(), {.backend = "vulkan:" + driver_});
    own.step(6);

    Simulation hosted = core::simulate_on(host_->device(), small_dam());
    for (int frame = 0; frame < 2; ++frame) {
        uint64_t number = 0;
        const VkCommandBuffer commands = host_->record([&](VkCommandBuffer c) {
            core::Recording recording(hosted, c);
            hosted.step(3);
            recording.make_readable(VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT);
            number = recording.end();
        });
        EXPECT_NE(refusal([&] { (void)hosted.particles(); }, Exit::usage).find("executed"), std::string::npos);
        EXPECT_NE(refusal([&] { hosted.step(); }, Exit::usage).find("executed"), std::string::npos);
        host_->run(commands);
        core::report_executed(hosted, number);
    }
    EXPECT_EQ(hosted.steps(), 6u);
    EXPECT_TRUE(same(hosted.particles(), own.particles()));
    const core::DeviceArray positions = core::position_buffer(hosted);
    EXPECT_NE(positions.buffer, VkBuffer{});
    EXPECT_EQ(positions.bytes, 16u * 1000);
    hosted.step();  // by itself, once all is reported
    own.step();
    EXPECT_TRUE(same(hosted.particles(), own.particles()));
}

TEST_P(LibraryOn, SaysWhatAFloatingSolidWaitsFor) {
    Scene scene = small_dam();
    scene.add("[[solid]]\nradius = 0.1\ncenter = [0.8, 0.2, 0.25]\ndensity = 500");
    Simulation own(scene, {.backend = "vulkan:" + driver_});
    own.step(3);
    Simulation hosted = core::simulate_on(host_->device(), scene);
    for (int frame = 0; frame < 3; ++frame) {
        uint64_t number = 0;
        host_->run(host_->record([&](VkCommandBuffer c) {
            core::Recording recording(hosted, c);
            hosted.step();
            number = recording.end();
        }));
        core::report_executed(hosted, number);
    }
    EXPECT_TRUE(same(hosted.particles(), own.particles()));
    host_->record([&](VkCommandBuffer c) {
        core::Recording recording(hosted, c);
        EXPECT_NE(refusal([&] { hosted.step(4); }, Exit::usage).find("reported as executed"), std::string::npos);
    });
}

TEST_P(LibraryOn, DrawsWhatTheProgramDraws) {
    Simulation water(small_dam(), {.backend = "vulkan:" + driver_, .drawn = Drawn::water});
    core::Renderer renderer(water, {.width = 64, .height = 36, .look = {"deep"}});
    const core::Picture before = renderer.draw();
    ASSERT_EQ(before.rgba.size(), 4u * 64 * 36);
    EXPECT_EQ(before.rgba[3], 255);
    EXPECT_EQ(renderer.draw(renderer.scene_camera()).rgba, before.rgba) << "nothing has moved";
    water.step(30);
    EXPECT_NE(renderer.draw().rgba, before.rgba);
    renderer.resize(32, 18);
    EXPECT_EQ(renderer.draw().rgba.size(), 4u * 32 * 18);
    EXPECT_NE(refusal([&] { renderer.set_look("deeep"); }, Exit::usage).find("deep"), std::string::npos);
    EXPECT_NE(refusal([&] { renderer.resize(32, 0); }, Exit::bad_input).find("1 x 1"), std::string::npos);
    EXPECT_EQ(renderer.draw().rgba.size(), 4u * 32 * 18) << "as before what was refused";
    EXPECT_NE(refusal([&] { core::Renderer none(water, {.width = 0}); }, Exit::bad_input).find("1 x 1"),
              std::string::npos);
    Simulation blind(small_dam());
    EXPECT_NE(refusal([&] { core::Renderer none(blind); }, Exit::usage).find("Drawn"), std::string::npos);
}

}  // namespace
}  // namespace undine::testing
