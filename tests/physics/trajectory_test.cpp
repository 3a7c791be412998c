// Long runs on different backends: the system is chaotic, so particles part after a hundred steps and only
// statistics can be compared. The limits are a few times what a change of the last digit does to the CPU's own run,
// which the cpu instance of the test measures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/simulation.h"
#include "scene/sampling.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

struct Trajectory {
    Statistics end;
    double front;            // m: 99th percentile of x when it is on its way
    double mean_energy = 0;  // m²/s², over the run
    double mean_error = 0;   // of max(C, 0), over the run
};

Scene small_dam() {
    Parameters p;
    p.tank_min = {0, 0, 0};
    p.tank_max = {2, 1.2f, 0.4f};
    return scene_with(p, {{0, 0, 0}, {0.6f, 1, 0.4f}});
}

Trajectory follow(const ParticleState& start, std::unique_ptr<Backend> backend) {
    Simulation dam(small_dam(), start, std::move(backend));
    Trajectory t{};
    for (int k = 1; k <= 12; ++k) {
        dam.run(50);
        t.end = dam.statistics();
        t.mean_energy += t.end.kinetic_energy_per_mass / 12;
        t.mean_error += t.end.density_error_mean / 12;
        if (k != 2) continue;
        std::vector<float> x;
        for (const glm::vec3& position : dam.solver.state().position) x.push_back(position.x);
        std::sort(x.begin(), x.end());
        t.front = x[x.size() * 99 / 100];
    }
    return t;
}

// A run of the CPU from positions moved by one unit in the last place, upwards or downwards, or not at all.
const Trajectory& cpu_trajectory(bool moved) {
    static const auto run = [](bool change) {
        ParticleState start = sample_fluid(small_dam());
        for (size_t i = 0; change && i < start.size(); ++i)
            start.position[i].x = std::nextafter(start.position[i].x, i % 2 ? 10.0f : 0.0f);
        return follow(start, make_test_backend("cpu"));
    };
    static const Trajectory plain = run(false), other = run(true);
    return moved ? other : plain;
}

class Trajectories : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Trajectories);

TEST_P(Trajectories, AgreeInTheirStatisticsAfter600Steps) {
    const Trajectory& cpu = cpu_trajectory(false);
    const Trajectory own = on_cpu() ? cpu_trajectory(true) : follow(sample_fluid(small_dam()), make_backend());
    EXPECT_NEAR(own.front, cpu.front, tolerance::kTrajectoryFront);
    EXPECT_NEAR(own.end.center_of_mass.x, cpu.end.center_of_mass.x, tolerance::kTrajectoryCenterX);
    EXPECT_NEAR(own.end.center_of_mass.y, cpu.end.center_of_mass.y, tolerance::kTrajectoryCenterY);
    EXPECT_NEAR(own.mean_energy / cpu.mean_energy, 1, tolerance::kTrajectoryEnergy);
    EXPECT_NEAR(own.mean_error / cpu.mean_error, 1, tolerance::kTrajectoryError);
    EXPECT_EQ(own.end.nan_count + own.end.outside_count + own.end.dropped_neighbors, 0u);
}

}  // namespace
}  // namespace undine::testing
