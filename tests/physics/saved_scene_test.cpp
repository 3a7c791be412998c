// A simulation that is saved as a scene and loaded goes on as if nothing had happened.
#include <gtest/gtest.h>

#include "app/machine.h"
#include "app/simulation.h"
#include "io/saved_scene.h"
#include "physics/simulation.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

class SavedSceneTest : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(SavedSceneTest, GoesOnToTheByte) {
    const TemporaryDirectory directory;
    Machine none;
    SimulationOptions options{.scene = std::string(UNDINE_SCENES "/") + GetParam()[0] + ".toml", .backend = "cpu"};
    options.overrides.assign(GetParam().begin() + 1, GetParam().end());
    const undine::Simulation first = load_simulation(options);
    Solver solver(first.scene, first.initial, first.boundary, make_backend("cpu", 2, none));
    for (int s = 0; s < 30; ++s) solver.step();
    const ParticleState saved = solver.state();
    save_scene(directory.path() / "saved", first.scene, saved);
    for (int s = 0; s < 20; ++s) solver.step();

    const undine::Simulation second = load_simulation({.scene = (directory.path() / "saved.toml").string()});
    EXPECT_TRUE(same_bytes(second.initial, saved));
    EXPECT_EQ(second.scene.parameters, first.scene.parameters);
    Solver again(second.scene, second.initial, second.boundary, make_backend("cpu", 2, none));
    for (int s = 0; s < 20; ++s) again.step();
    EXPECT_FALSE(same_bytes(again.state(), saved));
    EXPECT_TRUE(same_bytes(again.state(), solver.state()));
}
const std::string kCoarse = "support_radius=0.2", kWide = "particle_spacing=0.1";
INSTANTIATE_TEST_SUITE_P(, SavedSceneTest,
                         ::testing::Values(std::vector<std::string>{"cube_drop", kCoarse, kWide},
                                           std::vector<std::string>{"cube_drop", kCoarse, kWide, "walls=particles"},
                                           std::vector<std::string>{"cube_drop", kCoarse, kWide, "vorticity=A"},
                                           std::vector<std::string>{"dam_break_2d"}));

}  // namespace
}  // namespace undine::testing
