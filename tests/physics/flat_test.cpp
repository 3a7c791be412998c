// In 2D every particle stays in the plane z = 0, to the bit: in all passes at once, on every backend.
#include <gtest/gtest.h>

#include "physics/simulation.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

class Flat : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Flat);

TEST_P(Flat, DamStaysInItsPlane) {
    for (const char* walls : {"density", "particles", "clamp"})
        for (const char* grid : {"dense", "hashed"}) {
            Scene scene =
                asset_scene("dam_break_2d", {std::string("walls=") + walls, std::string("grid=") + grid, "vorticity=A",
                                             "xsph_c=0.1", "support_radius=0.1", "particle_spacing=0.05"});
            Simulation dam(scene, make_backend());
            dam.run(on_cpu() ? 150 : 80);
            const ParticleState state = dam.solver.state();
            EXPECT_EQ(state.size(), 800u);
            for (size_t i = 0; i < state.size(); ++i) {
                ASSERT_EQ(state.position[i].z, 0) << walls << ", particle " << i;
                ASSERT_EQ(state.velocity[i].z, 0) << walls << ", particle " << i;
            }
            const Statistics s = dam.statistics();
            EXPECT_EQ(s.nan_count + s.outside_count, 0u) << walls;
            EXPECT_GT(s.center_of_mass.x, on_cpu() ? 0.65 : 0.502) << "the dam has not broken";
        }
}

}  // namespace
}  // namespace undine::testing
