// The same bits, run after run: twice the same, with any number of threads, and through a file.
#include <gtest/gtest.h>

#include <set>

#include "backends/cpu/cpu_backend.h"
#include "io/ply.h"
#include "oracle/oracle_comparison.h"
#include "physics/simulation.h"
#include "scene/resolution.h"
#include "scene/sampling.h"
#include "test_backends.h"
#include "test_paths.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

// Everything that a step can do at once, in a small tank that the water sloshes through.
Scene busy_dam() {
    Parameters p;
    p.walls = WallModel::density;
    p.vorticity = VorticityMode::A;
    p.density_tolerance = 0.002f;
    p.max_iterations = 6;
    p.tank_min = {-0.6f, 0, -0.2f};
    p.tank_max = {0.6f, 1, 0.2f};
    return scene_with(p, {{-0.6f, 0, -0.2f}, {-0.1f, 0.7f, 0.2f}});
}

class Determinism : public BackendTest {
  protected:
    int steps() const { return on_cpu() ? 1000 : 60; }
};
UNDINE_ON_EVERY_BACKEND(Determinism);

TEST_P(Determinism, TwoRunsAreTheSameBytes) {
    Simulation first(busy_dam(), make_backend()), second(busy_dam(), make_backend());
    first.run(steps());
    second.run(steps());
    const ParticleState end = first.solver.state();
    EXPECT_TRUE(same_bytes(end, second.solver.state()));
    EXPECT_EQ(end.size(), 1120u);
    EXPECT_GT(first.statistics().center_of_mass.x, -0.34) << "it has not moved";
    EXPECT_TRUE(first.solver.backend().guards_intact());
}

TEST_P(Determinism, AFileContinuesARunByteForByte) {
    const int n = steps() / 2, m = steps() - n;
    Simulation whole(busy_dam(), make_backend());
    whole.run(n);
    const TemporaryDirectory directory;
    const std::string path = (directory.path() / "state.ply").string();
    write_particles(path, whole.solver.state(), PlyFormat::binary, {}, {.pressure = true});
    whole.run(m);
    Simulation continued(busy_dam(), read_particles(path), make_backend());
    continued.run(m);
    EXPECT_TRUE(same_bytes(continued.solver.state(), whole.solver.state()));
}

// Looking must not touch: a run that is measured all the time ends where one that is left alone does.
TEST_P(Determinism, MeasuringChangesNothing) {
    Simulation watched(busy_dam(), make_backend()), alone(busy_dam(), make_backend());
    for (int k = 0; k < 20; ++k) {
        watched.statistics();
        watched.run(1);
    }
    alone.run(20);
    EXPECT_TRUE(same_bytes(watched.solver.state(), alone.solver.state()));
}

TEST(DeterminismOfTheCpu, OneThreadOrThreeGiveTheSameBytes) {
    Simulation one(busy_dam(), make_test_backend("cpu", 1)), three(busy_dam(), make_test_backend("cpu", 3));
    one.run(200);
    three.run(200);
    EXPECT_TRUE(same_bytes(one.solver.state(), three.solver.state()));
}

// Every pass that is compiled for several processors, with both kernels, in the code for each that this one has.
TEST(DeterminismOfTheCpu, EveryInstructionSetGivesTheSameBytes) {
    const std::vector<InstructionSet> sets = instruction_sets();
    if (sets.size() < 2) GTEST_SKIP() << "this processor has only " << instruction_set_name(sets.back());
    Scene published = busy_dam(), splash = asset_scene("dam_break");
    published.parameters.kernel = KernelType::cubic_spline;
    apply_style(published.parameters, "classic", "test");
    published.parameters.surface_tension = 0.3f;
    splash = with_particles(splash, sample_fluid(splash).size(), 2500);
    std::set<Pass> seen;
    for (const Scene& scene : {published, splash}) {
        std::optional<ParticleState> expected;
        for (const InstructionSet set : sets) {
            const auto see = [&](Pass pass, Variant, const FluidArrays&) { seen.insert(pass); };
            Simulation water(scene, make_cpu_backend(2, see, set));
            EXPECT_NE(water.solver.backend().name().find(instruction_set_name(set)), std::string::npos);
            water.run(150);
            if (!expected) expected = water.solver.state();
            EXPECT_TRUE(same_bytes(water.solver.state(), *expected)) << instruction_set_name(set);
        }
    }
    for (const Pass pass : {Pass::find_neighbors, Pass::compute_lambda, Pass::compute_multiplier,
                            Pass::update_multiplier, Pass::apply_delta_p, Pass::apply_xsph,
                            Pass::compute_surface_normal, Pass::estimate_births, Pass::advect_diffuse})
        EXPECT_TRUE(seen.contains(pass)) << info(pass).name;
}

// The file's order of particles means nothing: the sort is by cell and id.
TEST_P(Determinism, TheOrderOfTheInputDoesNotMatter) {
    const Scene scene = busy_dam();
    Scene block_scene = scene;
    const ParticleState block = jittered_block(block_scene, 1234);
    ParticleState reversed = block;
    std::reverse(reversed.position.begin(), reversed.position.end());
    std::reverse(reversed.velocity.begin(), reversed.velocity.end());
    std::reverse(reversed.id.begin(), reversed.id.end());
    Simulation a(block_scene, block, make_backend()), b(block_scene, reversed, make_backend());
    a.run(10);
    b.run(10);
    EXPECT_TRUE(same_bytes(a.solver.state(), b.solver.state()));
}

class Resumption : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Resumption);

// A restored state lies in the order of its ids, that of a run in the order of its last sort: no sum may depend on it.
// So long that water has met what floats, before and after.
TEST_P(Resumption, OfEveryShippedSceneIsToTheByte) {
    constexpr size_t kParticles = 2500;
    constexpr int kBefore = 60, kAfter = 20;
    const std::filesystem::path directories[] = {scenes_path()};
    for (const std::string& name : list_scenes(directories)) {
        SCOPED_TRACE(name);
        Scene scene = asset_scene(name);
        if (const size_t count = sample_fluid(scene).size(); count > kParticles)
            scene = with_particles(scene, count, kParticles);
        Simulation whole(scene, make_backend()), resumed(scene, make_backend());
        whole.run(kBefore);
        resumed.solver.restore(whole.solver.save());
        const ParticleState saved = whole.solver.state();
        whole.run(kAfter);
        resumed.run(kAfter);
        EXPECT_FALSE(same_bytes(whole.solver.state(), saved));
        EXPECT_TRUE(same_bytes(resumed.solver.state(), whole.solver.state()));
        EXPECT_EQ(resumed.solver.time(), whole.solver.time()) << "solids included";
    }
}

}  // namespace
}  // namespace undine::testing
