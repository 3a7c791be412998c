// A session under changing hands: what runs, what goes on, what starts over, and what refusals leave alone.
#include "viewer/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <span>

#include "unit/gpu_testing.h"
#include "unit/input_testing.h"
#include "viewer/display.h"

namespace undine::testing {
namespace {

class SessionTest : public VulkanTest {
  protected:
    void SetUp() override {
        VulkanTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        SimulationOptions options;
        options.scene = UNDINE_SCENES "/cube_drop.toml";
        options.overrides = {"support_radius=0.2", "particle_spacing=0.1"};
        options.backend = program_device(GetParam());
        session_ = std::make_unique<Session>(machine(), options, RenderOptions{.style = Style::particles},
                                             load_simulation(options), 1, 64, 48);
        run(3);
    }

    // One for each driver, never closed: drivers do not like being unloaded and loaded again.
    Machine& machine() const {
        static auto& machines = *new std::map<std::string, Machine>;
        return machines[GetParam()];
    }
    Session& session() { return *session_; }
    void run(int steps) {
        for (int k = 0; k < steps; ++k) session().step();
    }
    std::vector<glm::vec3> positions() { return session().solver().state().position; }
    bool draws() {
        const Camera camera = picture_camera(session().scene(), session().surroundings(), 1);
        session().source().prepare(machine().commands->get(), 0);
        session().renderer().record(*machine().commands, camera);
        session().solver().finish();
        return session().alive();
    }

  private:
    std::unique_ptr<Session> session_;
};
UNDINE_ON_EVERY_VULKAN_DRIVER(SessionTest);

// Particles painted by what the solver has anyway stay in its arrays; what it has to work out first needs others.
TEST_P(SessionTest, AnotherColouringKeepsTheSolverWhereItCan) {
    const Solver* solver = &session().solver();
    const auto before = positions();
    session().set_coloring(Coloring::density);
    EXPECT_EQ(&session().solver(), solver);
    EXPECT_TRUE(draws());
    session().set_coloring(Coloring::vorticity);
    EXPECT_EQ(session().solver().extents().vorticity, session().solver().extents().particles);
    EXPECT_EQ(positions(), before);
    EXPECT_TRUE(draws());
    solver = &session().solver();
    session().set_coloring(Coloring::speed);
    EXPECT_EQ(&session().solver(), solver) << "room for more is room enough";
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, ALiveParameterActsInTheNextStep) {
    Parameters p = session().parameters();
    p.gravity = {0, 5, 0};
    const auto before = positions();
    EXPECT_TRUE(session().apply(p, false));
    EXPECT_EQ(session().parameters(), p);
    EXPECT_EQ(positions(), before);
    EXPECT_NEAR(session().time(), 3 * 0.016, 1e-6);
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, OneThatNeedsANewSolverWaitsForTheRelease) {
    Parameters p = session().parameters();
    p.kernel = KernelType::cubic_spline;
    const Parameters old = session().parameters();
    const auto before = positions();
    EXPECT_FALSE(session().apply(p, false));
    EXPECT_EQ(session().parameters(), old);
    EXPECT_TRUE(session().apply(p, true));
    EXPECT_EQ(session().parameters(), p);
    EXPECT_EQ(positions(), before) << "the particles go on";
    EXPECT_NEAR(session().time(), 3 * 0.016, 1e-6);
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, OtherParticlesStartOver) {
    Parameters p = session().parameters();
    p.particle_spacing = 0.125f;
    EXPECT_TRUE(session().apply(p, true));
    EXPECT_EQ(positions().size(), 512u);
    EXPECT_EQ(session().time(), 0);
    EXPECT_EQ(session().scene_parameters().particle_spacing, 0.1f) << "what a reset returns to";
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, ARefusalLeavesEverythingAsItWas) {
    const Parameters old = session().parameters();
    const auto before = positions();
    auto refused = [&](auto change, Exit code, const char* named) {
        Parameters p = old;
        change(p);
        const std::string sentence = sentence_of([&] { session().apply(p, true); }, code);
        EXPECT_NE(sentence.find(named), std::string::npos) << sentence;
        EXPECT_EQ(session().parameters(), old);
        EXPECT_EQ(positions(), before);
        EXPECT_TRUE(draws());
    };
    refused([](Parameters& p) { p.particle_spacing = 0.5f; }, Exit::bad_input, "particle_spacing");
    refused([](Parameters& p) { p.min_iterations = 500; }, Exit::bad_input, "min_iterations");
    refused([](Parameters& p) { p.tank_max.x = 0.7f; }, Exit::bad_input, "fluid box");
    EXPECT_NE(sentence_of([&] { session().load("no_such_scene"); }).find("no_such_scene"), std::string::npos);
    EXPECT_EQ(positions(), before);
}

// A scene that its device has no room for: the old one is made again, and goes on.
TEST_P(SessionTest, TooLargeForTheDeviceGoesBack) {
    if (GetParam() != "lavapipe") GTEST_SKIP() << "needs lavapipe, whose memory is known to be small";
    Parameters p = session().parameters();
    p.particle_spacing = 0.0035f;  // 23 million particles
    p.support_radius = 0.007f;
    const Parameters old = session().parameters();
    const auto before = positions();
    EXPECT_NE(sentence_of([&] { session().apply(p, true); }, Exit::out_of_memory).find("particles"), std::string::npos);
    EXPECT_EQ(session().parameters(), old);
    EXPECT_EQ(positions(), before);
    EXPECT_TRUE(draws());
    run(1);
    EXPECT_NE(positions(), before);
}

TEST_P(SessionTest, AThrownBlockStaysUntilTheRestart) {
    const Camera from = picture_camera(session().scene(), session().surroundings(), 1);
    const auto before = positions();
    session().throw_block({.eye = from.eye, .direction = glm::normalize(from.target - from.eye), .speed = 3});
    const auto with_block = positions();
    ASSERT_EQ(with_block.size(), 1027u) << "an eighth of 2 m at 0.1 m: three along each edge";
    EXPECT_TRUE(std::ranges::equal(before, std::span(with_block).first(1000)));
    EXPECT_NEAR(session().time(), 3 * 0.016, 1e-6) << "the others go on";
    EXPECT_TRUE(draws());
    Parameters p = session().parameters();
    p.kernel = KernelType::cubic_spline;
    EXPECT_TRUE(session().apply(p, true));
    EXPECT_EQ(positions().size(), 1027u) << "also under a new solver";
    run(2);
    session().restart();
    EXPECT_EQ(positions().size(), 1000u);
    EXPECT_EQ(session().time(), 0);
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, MadeAnewTheParticlesGoOn) {
    const auto before = positions();
    bool undone = false;
    session().remake(true, [&] { undone = true; });
    EXPECT_FALSE(undone);
    session().remake(false, [&] { undone = true; });
    EXPECT_FALSE(undone);
    EXPECT_EQ(positions(), before);
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, RestartAndLoad) {
    session().restart();
    EXPECT_EQ(session().time(), 0);
    const auto start = positions();
    run(1);
    EXPECT_NE(positions(), start);
    session().load(UNDINE_SCENES "/dam_break_2d.toml");
    EXPECT_EQ(positions().size(), 5000u);
    EXPECT_EQ(session().parameters(), session().scene_parameters());
    EXPECT_EQ(session().parameters().support_radius, 0.04f) << "--set was for the scene before";
    session().resize(80, 45);
    EXPECT_TRUE(draws());
}

}  // namespace
}  // namespace undine::testing
