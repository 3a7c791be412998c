// Long runs on different backends: the system is chaotic, so particles part after a hundred steps and only
// statistics can be compared. The limits are a few times what a change of the last digit does to the CPU's own run,
// which the cpu instance of the test measures.
#include <gtest/gtest.h>

#include <cmath>

#include "measure/free_run.h"
#include "physics/simulation.h"
#include "scene/sampling.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

Scene small_dam() {
    Parameters p;
    p.tank_min = {0, 0, 0};
    p.tank_max = {2, 1.2f, 0.4f};
    return scene_with(p, {{0, 0, 0}, {0.6f, 1, 0.4f}});
}

FreeRun follow(const ParticleState& start, std::unique_ptr<Backend> backend) {
    Simulation dam(small_dam(), start, std::move(backend));
    Solver* const alone = &dam.solver;
    return run_freely({&alone, 1}, 600).runs[0];
}

template <class Value>
double mean(const FreeRun& run, Value value) {
    double sum = 0;
    for (const FlowSample& s : run.samples) sum += s.statistics.*value;
    return sum / double(run.samples.size());
}

// The fluid with its positions moved by one unit in the last place, upwards or downwards.
ParticleState moved(ParticleState start) {
    for (size_t i = 0; i < start.size(); ++i)
        start.position[i].x = std::nextafter(start.position[i].x, i % 2 ? 10.0f : 0.0f);
    return start;
}

class Trajectories : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Trajectories);

TEST_P(Trajectories, AgreeInTheirStatisticsAfter600Steps) {
    const ParticleState start = sample_fluid(small_dam());
    const FreeRun cpu = follow(start, make_test_backend("cpu")),
                  own = follow(on_cpu() ? moved(start) : start, make_backend());
    ASSERT_EQ(own.samples.size(), 20u);
    const Statistics &own_end = own.samples.back().statistics, &cpu_end = cpu.samples.back().statistics;
    EXPECT_NEAR(own.samples[2].front, cpu.samples[2].front, tolerance::kTrajectoryFront);  // on its way
    EXPECT_NEAR(own_end.center_of_mass.x, cpu_end.center_of_mass.x, tolerance::kTrajectoryCenterX);
    EXPECT_NEAR(own_end.center_of_mass.y, cpu_end.center_of_mass.y, tolerance::kTrajectoryCenterY);
    const auto energy = &Statistics::kinetic_energy_per_mass, error = &Statistics::density_error_mean;
    EXPECT_NEAR(mean(own, energy) / mean(cpu, energy), 1, tolerance::kTrajectoryEnergy);
    EXPECT_NEAR(mean(own, error) / mean(cpu, error), 1, tolerance::kTrajectoryError);
    EXPECT_EQ(own_end.nan_count + own_end.outside_count + own_end.dropped_neighbors, 0u);

    const Parameters p = small_dam().parameters;  // and what `undine compare --free-run` holds of any scene
    const auto beyond =
        first_disagreement({.dt = p.dt, .support_radius = p.support_radius, .steps = 600, .runs = {cpu, own}});
    EXPECT_FALSE(beyond) << beyond->figure.figure->name << ": " << beyond->figure.own << " against "
                         << beyond->figure.first;
}

}  // namespace
}  // namespace undine::testing
