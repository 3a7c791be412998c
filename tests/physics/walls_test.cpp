// What holds the water: the corner explosion of a plain clamp, its cure by the walls' density, boundary particles.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "physics/simulation.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// Densities of a state, the solid behind the walls counted, whatever wall model the state comes from.
Statistics with_walls_counted(Scene scene, const ParticleState& state) {
    scene.parameters.walls = WallModel::density;
    Simulation measure(scene, state, make_test_backend("cpu"));
    return measure.statistics();
}

Statistics resting_column(const std::string& walls) {
    const Scene scene = asset_scene("hydrostatic", {"walls=" + walls});
    Simulation column(scene, make_test_backend("cpu"));
    column.run(200);
    return with_walls_counted(scene, column.solver.state());
}

TEST(CornerExplosion, HappensWithAPlainClampAndIsCuredByTheWallsDensity) {
    const Statistics clamp = resting_column("clamp"), density = resting_column("density"),
                     particles = resting_column("particles");
    std::cout << "fullest: " << clamp.density_error_max << " with a clamp, " << density.density_error_max
              << " with the walls' density, " << particles.density_error_max << " with boundary particles; middle "
              << clamp.center_of_mass.y << ", " << density.center_of_mass.y << ", " << particles.center_of_mass.y
              << '\n';
    EXPECT_GE(clamp.density_error_max, tolerance::kCornerExplosion);
    EXPECT_LE(density.density_error_max, tolerance::kRestingPeak);
    EXPECT_LE(particles.density_error_max, tolerance::kRestingPeak);
    EXPECT_LT(clamp.center_of_mass.y, 0.8 * density.center_of_mass.y) << "over-full corners cost height";
}

TEST(BoundaryParticles, HoldTheColumn) {
    const Scene scene = asset_scene("hydrostatic", {"walls=particles"});
    Simulation column(scene, make_test_backend("cpu"));
    column.run(300);
    const Statistics s = column.statistics();
    EXPECT_EQ(s.nan_count + s.outside_count + s.dropped_neighbors, 0u);
    EXPECT_LE(s.density_error_max, tolerance::kRestingPeak);
    EXPECT_NEAR(2 * s.center_of_mass.y, 1, tolerance::kHeightLoss);
}

}  // namespace
}  // namespace undine::testing
