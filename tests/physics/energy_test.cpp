// The energy that reports show: a free fall keeps it, and water only loses.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/simulation.h"
#include "solver/fluid_params.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

double total(Simulation& s) {
    const Energy e = energy_of(s.solver.state(), s.solver.params());
    return e.kinetic + e.potential;
}

TEST(EnergyOfWater, IsKeptInAFreeFall) {
    for (const float dt : {0.001f, 0.008f}) {
        Parameters p;
        p.dt = dt;
        p.walls = WallModel::none;
        p.grid = GridType::hashed;
        p.external_acceleration = {2, 0, 0};
        Scene scene = scene_with(p, {{0, 0, 0}, {0.3f, 0.3f, 0.3f}});
        scene.fluids[0].velocity = {0, 3, 1};
        Simulation block(scene, make_test_backend("cpu"));
        const double before = total(block), mass = 216 * double{block.solver.params().particle_mass};
        block.run(static_cast<int>(std::lround(0.8 / dt)));
        const Energy after = energy_of(block.solver.state(), block.solver.params());
        EXPECT_NEAR((after.kinetic + after.potential - before) / mass, 0, 0.03)
            << dt << ": positions are rounded, and velocities are their differences; without the half step 0.3 at 8 ms";
        EXPECT_GT(after.kinetic / mass, 10) << "it falls at 5 m/s";
    }
}

TEST(EnergyOfWater, IsLostAndNotMade) {
    Simulation dam(asset_scene("dam_break_2d", {"particle_spacing=0.04", "support_radius=0.08"}),
                   make_test_backend("cpu"));
    double before = total(dam);
    const double start = before;
    for (int k = 0; k < 12; ++k) {
        dam.run(40);
        const double now = total(dam);
        EXPECT_LT(now, before + 0.002 * start);
        before = now;
    }
    EXPECT_LT(before, 0.9 * start);
}

}  // namespace
}  // namespace undine::testing
