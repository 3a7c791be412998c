// A session under changing hands: what runs, what goes on, what starts over, and what refusals leave alone.
#include "viewer/core/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <span>

#include "scene/parameter_style.h"
#include "solver/fluid_params.h"
#include "unit/gpu_testing.h"
#include "unit/input_testing.h"
#include "viewer/core/pass_rows.h"
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
        options_ = options;
        open(options);
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
    const SimulationOptions& options() const { return options_; }
    void open(const SimulationOptions& options) {
        static Trace& trace = *new Trace;  // outlives the machines
        session_.reset();                  // one at a time on a device
        session_ = std::make_unique<Session>(machine(), options, RenderOptions{.style = Style::particles},
                                             load_simulation(options), 1, 64, 48, trace);
    }
    // Frames of one step, each measured.
    const FluidHealth& watched(int frames) {
        for (int f = 0; f < frames; ++f) {
            session().step();
            session().watch().record(session().time(), 0, true);
            EXPECT_TRUE(draws());
            session().watch().collect(0);
        }
        return *session().watch().health();
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
    SimulationOptions options_;
    std::unique_ptr<Session> session_;
};
UNDINE_ON_ONE_VULKAN_DRIVER(SessionTest);

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

TEST_P(SessionTest, PressureIsShownWhereThereIsOne) {
    const auto refused = [&](const std::function<void()>& action) {
        EXPECT_NE(sentence_of(action).find("gradients = \"predicted\" leaves no pressure to colour particles by"),
                  std::string::npos);
        EXPECT_TRUE(draws());
    };
    Parameters p = session().parameters();
    apply_style(p, "classic", "test");
    ASSERT_TRUE(session().apply(p, true));
    refused([&] { session().set_coloring(Coloring::pressure); });
    EXPECT_EQ(session().drawn().coloring, Coloring::natural);

    apply_style(p, "consistent", "test");
    ASSERT_TRUE(session().apply(p, true));
    run(1);
    const Solver* solver = &session().solver();
    session().set_coloring(Coloring::pressure);
    EXPECT_EQ(&session().solver(), solver) << "it goes with the velocity";
    EXPECT_TRUE(draws());
    apply_style(p, "classic", "test");
    refused([&] { session().apply(p, true); });
    EXPECT_EQ(session().parameters().gradients, GradientPlace::start);
}

TEST_P(SessionTest, AnotherMethodGoesOnWithTheParticles) {
    session().set_coloring(Coloring::lambda);
    Parameters p = session().parameters();
    p.method = MethodType::wcsph;
    p.dt = 0.001f;
    const auto no_lambda = [&](const std::function<void()>& action) {
        EXPECT_NE(sentence_of(action).find("method = \"wcsph\" has no λ to colour particles by"), std::string::npos);
    };
    no_lambda([&] { session().apply(p, true); });
    EXPECT_EQ(session().parameters().method, MethodType::pbf);
    EXPECT_TRUE(draws());
    session().set_coloring(Coloring::density);
    const auto before = positions();
    EXPECT_TRUE(session().apply(p, true));
    EXPECT_EQ(positions(), before);
    run(2);
    EXPECT_NE(positions(), before);
    EXPECT_TRUE(draws());
    no_lambda([&] { session().set_coloring(Coloring::lambda); });
    EXPECT_TRUE(draws());
    EXPECT_EQ(watched(1).iterations, 0u);
    p.dt = 0.016f;
    EXPECT_NE(sentence_of([&] { session().apply(p, true); }).find("support_radius / sound_speed"), std::string::npos);
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, ALiveParameterActsInTheNextStep) {
    Parameters p = session().parameters();
    p.gravity = {0, 5, 0};
    const auto before = positions();
    EXPECT_TRUE(session().apply(p, false));
    EXPECT_EQ(session().parameters(), p);
    EXPECT_EQ(positions(), before);
    EXPECT_NEAR(session().time().seconds, 3 * 0.016, 1e-6);
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
    EXPECT_NEAR(session().time().seconds, 3 * 0.016, 1e-6);
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, OtherParticlesStartOver) {
    Parameters p = session().parameters();
    p.particle_spacing = 0.125f;
    EXPECT_TRUE(session().apply(p, true));
    EXPECT_EQ(positions().size(), 512u);
    EXPECT_EQ(session().time(), StateTime{});
    EXPECT_EQ(session().scene_parameters().particle_spacing, 0.05f) << "the scene's own: what a reset returns to";
    EXPECT_EQ(session().started_parameters().particle_spacing, 0.1f) << "what --set gave";
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
    EXPECT_NEAR(session().time().seconds, 3 * 0.016, 1e-6) << "the others go on";
    EXPECT_TRUE(draws());
    Parameters p = session().parameters();
    p.kernel = KernelType::cubic_spline;
    EXPECT_TRUE(session().apply(p, true));
    EXPECT_EQ(positions().size(), 1027u) << "also under a new solver";
    run(2);
    session().restart();
    EXPECT_EQ(positions().size(), 1000u);
    EXPECT_EQ(session().time(), (StateTime{.next_id = 1000}));
    EXPECT_TRUE(draws());
}

// Thrown blocks have room beyond the scene's own particle_capacity, whatever is made anew meanwhile.
TEST_P(SessionTest, ADroppedMeshFloatsAmongTheOthers) {
    session().load("ducks");
    EXPECT_TRUE(session().apply(
        [&] {
            Parameters coarse = session().parameters();
            coarse.support_radius = 0.1f;
            coarse.particle_spacing = 0.05f;
            return coarse;
        }(),
        true));
    run(20);
    const std::vector<SolidState> before = session().solver().solid_states();
    const std::vector<glm::vec3> particles = positions();
    session().drop_mesh(UNDINE_SCENES "/../meshes/duck.obj");
    const std::vector<SolidState>& after = session().solver().solid_states();
    ASSERT_EQ(after.size(), before.size() + 1);
    for (size_t k = 0; k < before.size(); ++k) EXPECT_EQ(after[k].center, before[k].center) << k;
    EXPECT_EQ(positions(), particles);
    const double height = after.back().center.y;
    run(20);
    EXPECT_LT(session().solver().solid_states().back().center.y, height - 0.01) << "it falls";
    EXPECT_TRUE(draws());
    EXPECT_THROW(session().drop_mesh(UNDINE_SCENES "/cube_drop.toml"), Error);
    EXPECT_EQ(session().scene().solids.size(), before.size() + 1);
    session().restart();
    EXPECT_EQ(session().solver().solid_states().size(), before.size() + 1);
}

TEST_P(SessionTest, BlocksBeyondTheScenesCapacity) {
    SimulationOptions tight = options();
    tight.overrides.push_back("particle_capacity=1010");
    open(tight);
    const Camera from = picture_camera(session().scene(), session().surroundings(), 1);
    session().throw_block({.eye = from.eye, .direction = glm::normalize(from.target - from.eye), .speed = 3});
    ASSERT_EQ(positions().size(), 1027u);
    session().set_style(Style::water);
    EXPECT_EQ(positions().size(), 1027u);
    EXPECT_TRUE(draws());
    session().restart();
    EXPECT_EQ(positions().size(), 1000u);
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
    EXPECT_EQ(session().time(), StateTime{});
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

TEST_P(SessionTest, TheWatchSeesWhatTheSolverHas) {
    const FluidHealth& health = watched(2);
    EXPECT_EQ(health.time, session().time());
    EXPECT_EQ(health.time.steps, 5u);
    EXPECT_EQ(health.iterations, 4u);
    EXPECT_EQ(health.not_finite + health.dropped_neighbors + health.clamped_speeds, 0u);
    EXPECT_TRUE(troubles_of(health).empty());
    const ParticleState state = session().solver().state();
    const FluidParams& params = session().solver().params();
    double error = 0;
    for (const float density : state.density)
        error += std::max(0.0, double{density} / params.rest_density - 1) / double(state.size());
    EXPECT_NEAR(health.density_error, error, 1e-9);
    const Energy energy = energy_of(state, params);
    EXPECT_NEAR(health.energy.kinetic, energy.kinetic, 1e-6 * energy.kinetic);
    EXPECT_NEAR(health.energy.potential, energy.potential, 1e-6 * energy.potential);
    const Solver::Measurement measured = session().solver().measure();
    double neighbors = 0;
    for (const auto& n : measured.neighbor_count) neighbors += double(n.x + n.y) / double(state.size());
    EXPECT_NEAR(health.neighbors_mean, neighbors, 0.2 * neighbors) << "of the places before the step's corrections";
    EXPECT_GT(health.neighbors_max, health.neighbors_mean);
}

// Lost is what there was at the first measurement less what there is; a new account begins where parameters change, and
// there is none while a hand pulls.
TEST_P(SessionTest, EnergyIsAccountedFor) {
    const auto left = [](const FluidHealth& h) { return h.energy.kinetic + h.energy.potential; };
    const FluidHealth first = watched(1), later = watched(60);
    ASSERT_TRUE(first.energy_lost && later.energy_lost);
    EXPECT_EQ(*first.energy_lost, 0);
    EXPECT_EQ(later.energy_since, first.time.seconds);
    EXPECT_NEAR(*later.energy_lost + left(later), left(first), 1e-9 * left(first));
    EXPECT_GT(*later.energy_lost, 0.01 * left(first)) << "the cube has landed";

    Parameters p = session().parameters();
    p.gravity.y *= 2;
    ASSERT_TRUE(session().apply(p, false));
    EXPECT_EQ(*watched(1).energy_lost, 0);
    EXPECT_EQ(session().watch().health()->energy_since, session().time().seconds);

    session().solver().set_pull({.target = {1, 0.5f, 1}, .radius = 0.5f, .stiffness = 100});
    EXPECT_FALSE(watched(1).energy_lost);
    session().solver().set_pull({});
    EXPECT_EQ(*watched(1).energy_lost, 0);
    EXPECT_TRUE(watched(1).energy_lost);

    session().restart();
    EXPECT_EQ(*watched(1).energy_lost, 0);
    EXPECT_EQ(session().watch().health()->energy_since, session().time().seconds);
}

TEST_P(SessionTest, WatchingChangesNoBit) {
    watched(6);
    const ParticleState seen = session().solver().state();
    session().restart();
    EXPECT_FALSE(session().watch().health()) << "that was another run";
    run(9);
    const ParticleState unseen = session().solver().state();
    EXPECT_EQ(unseen.position, seen.position);
    EXPECT_EQ(unseen.velocity, seen.velocity);
    EXPECT_EQ(unseen.density, seen.density);
    EXPECT_EQ(unseen.lambda, seen.lambda);
}

TEST_P(SessionTest, TroubleIsSeenAndUndone) {
    Parameters p = session().parameters();
    p.neighbor_capacity = 8;
    ASSERT_TRUE(session().apply(p, true));
    const FluidHealth bad = watched(2);
    EXPECT_GT(bad.dropped_neighbors, 1000u);
    ASSERT_FALSE(troubles_of(bad).empty());
    EXPECT_NE(troubles_of(bad)[0].find("neighbor_capacity, now 8"), std::string::npos) << troubles_of(bad)[0];

    EXPECT_EQ(session().parameters_before(), session().started_parameters());
    ASSERT_TRUE(session().apply(session().parameters_before(), true));
    session().restart();
    EXPECT_EQ(session().parameters().neighbor_capacity, 56u);
    EXPECT_TRUE(troubles_of(watched(2)).empty());
    EXPECT_EQ(session().parameters_before(), session().scene_parameters()) << "one more step back: without --set";
}

// What was clamped under other parameters is no fault of these.
TEST_P(SessionTest, ClampedSpeedsCountSinceTheParametersChanged) {
    Parameters p = session().parameters();
    const Parameters good = p;
    p.max_speed = 0.01f;
    ASSERT_TRUE(session().apply(p, false));
    watched(1);  // counts from here
    const FluidHealth bad = watched(2);
    EXPECT_GE(bad.clamped_speeds, 1000u);
    EXPECT_FALSE(troubles_of(bad).empty());
    ASSERT_TRUE(session().apply(good, false));
    EXPECT_EQ(watched(3).clamped_speeds, 0u);
    FluidHealth worse = bad;
    worse.clamped_speeds = 0;
    worse.density_error = 2.72;
    worse.dense_for = 0.2;
    EXPECT_TRUE(troubles_of(worse).empty()) << "so is water that lands";
    worse.dense_for = 0.5;
    worse.not_finite = 3;
    ASSERT_EQ(troubles_of(worse).size(), 2u);
    EXPECT_NE(troubles_of(worse)[1].find("272 %"), std::string::npos);
}

// A window as wide as two screens: two samples along a pixel's edge would be more than the device can draw.
TEST_P(SessionTest, APictureTooLargeForItsSamplesHasFewer) {
    const uint32_t most = machine().context->info().limits.maxImageDimension2D;
    EXPECT_EQ(session().drawn().supersample, 2u);
    session().resize(most / 2 + 8, 16);
    EXPECT_EQ(session().drawn().supersample, 1u);
    EXPECT_TRUE(draws());
    session().set_style(Style::water);
    session().set_style(Style::particles);
    EXPECT_EQ(session().drawn().supersample, 1u) << "also of a new renderer";
    session().resize(64, 48);
    EXPECT_EQ(session().drawn().supersample, 2u);
    EXPECT_TRUE(draws());
}

TEST_P(SessionTest, ASavedStateGoesOnAtItsTime) {
    const TemporaryDirectory directory;
    const std::string file = (directory.path() / "half.ply").string();
    write_particles(file, session().solver().state(), PlyFormat::binary, session().time());
    SimulationOptions from_file = options();
    from_file.initial = file;
    open(from_file);
    EXPECT_NEAR(session().time().seconds, 3 * 0.016, 1e-6);
    EXPECT_EQ(session().time().steps, 3u);
    run(2);
    EXPECT_EQ(session().time().steps, 5u);
    EXPECT_NEAR(session().simulated(), 2 * 0.016, 1e-6);
    session().restart();
    EXPECT_EQ(session().time().steps, 3u) << "where that state was";
    EXPECT_EQ(session().simulated(), 0);
}

// The panel's rows are in the order of a frame, whatever is drawn.
TEST_P(SessionTest, EveryPassOfAPictureHasItsPlace) {
    for (const Style style : {Style::particles, Style::water}) {
        session().set_style(style);
        session().set_coloring(Coloring::speed);
        run(1);
        ASSERT_TRUE(draws());
        (void)session().solver().backend().take_pass_times();  // and those of the pictures before
        run(1);
        ASSERT_TRUE(draws());
        const PassTimes times = split_passes(session().solver().backend().take_pass_times(), session().parameters());
        EXPECT_GT(times.picture.size(), 3u);
        for (const PassTime& t : times.picture) EXPECT_TRUE(has_place(group_of(t.name), style)) << t.name;
    }
}

}  // namespace
}  // namespace undine::testing
