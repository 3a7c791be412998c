// Runs on different backends. At first particles are where the CPU's are: on software drivers this stands for the
// claims about physics that only faster backends prove (test_backends.h). In long runs, since the system is chaotic,
// particles part after a hundred steps and only statistics can be compared. The limits are a few times what a change of
// the last digit does to the CPU's own run, which the cpu instance of the test measures.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "measure/free_run.h"
#include "physics/simulation.h"
#include "scene/parameter_style.h"
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
UNDINE_ON_BACKENDS_FOR_LONG_RUNS(Trajectories);

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

struct Beginning {
    const char* name;
    Scene scene;
    int steps;
};

// What steps do besides the passes that parity compares one by one: solids that move, float and turn are placed by the
// host, which reads back what the water does to them two steps late.
std::vector<Beginning> beginnings() {
    std::vector<Beginning> all;
    Parameters p;
    p.particle_spacing = 0.05f;
    p.support_radius = 0.1f;
    p.dt = 0.004f;
    p.tank_max = {0.7f, 1, 0.7f};
    Scene floating = scene_with(p, {{0, 0, 0}, {0.7f, 0.45f, 0.7f}});
    floating.solids = {{.center = {0.35f, 0.5f, 0.35f}, .half_size = {0.15f, 0.15f, 0.15f}, .density = 250}};
    all.push_back({"a cube that floats", floating, 40});

    Parameters rough = p;
    apply_style(rough, "classic", "test");  // whose s_corr presses the water to the ball, without which nothing rubs
    rough.friction = 0.3f;
    rough.restitution = 0.5f;
    rough.gravity = {0, 0, 0};
    rough.tank_min = {-2, -2, -2};
    rough.tank_max = {2, 2, 2};
    rough.grid = GridType::hashed;
    Scene spinning = scene_with(rough, {{-0.3f, -0.3f, -0.3f}, {0.3f, 0.3f, 0.3f}});
    spinning.solids = {{.radius = 0.15f, .spin = {0, 720, 0}, .density = 500}};
    all.push_back({"a rough ball that spins in water", spinning, 60});

    Parameters steep = rough;
    steep.gravity = p.gravity;
    Scene slide = scene_with(steep, {{-0.9f, -1.5f, -0.1f}, {-0.8f, -1.4f, 0.1f}});
    slide.fluids[0].velocity = {2, -1, 0};
    slide.solids = {{.half_size = {1.5f, 0.1f, 0.5f},
                     .keys = {{.time = 0, .center = {0, -1.7f, 0}}, {.time = 2, .center = {2, -1.7f, 0}}}}};
    slide.planes = {{.normal = {-1, 0, 0}, .offset = -0.1f}};
    all.push_back({"particles that slide and bounce", slide, 100});

    const std::vector<std::string> coarse{"particle_spacing=0.1", "support_radius=0.2"};
    all.push_back({"a cube of water onto a mesh", asset_scene("bunny_drop", coarse), 35});
    all.push_back({"a wheel that turns", asset_scene("water_wheel", coarse), 20});
    all.push_back({"a wall that moves", asset_scene("moving_wall", coarse), 20});
    return all;
}

class Beginnings : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Beginnings);

TEST_P(Beginnings, AreThoseOfTheCpu) {
    for (const auto& [name, scene, steps] : beginnings()) {
        SCOPED_TRACE(name);
        const ParticleState start = sample_fluid(scene);
        Simulation cpu(scene, start, make_test_backend("cpu")),
            own(scene, on_cpu() ? moved(start) : start, make_backend());
        ASSERT_GT(start.size(), 0u);
        cpu.run(steps);
        own.run(steps);
        const ParticleState a = cpu.solver.state(), b = own.solver.state();
        double part = 0, travelled = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            part = std::max<double>(part, glm::distance(a.position[i], b.position[i]));
            travelled = std::max<double>(travelled, glm::distance(a.position[i], start.position[i]));
        }
        double solids = 0;
        for (size_t k = 0; k < scene.solids.size(); ++k) {
            const SolidState &x = cpu.solver.solid_states()[k], &y = own.solver.solid_states()[k];
            solids = std::max({solids, glm::distance(x.center, y.center),
                               glm::distance(x.velocity, y.velocity) * scene.parameters.dt,
                               glm::distance(x.angular_velocity, y.angular_velocity) * scene.parameters.dt});
        }
        const double d = scene.parameters.particle_spacing;
        std::cout << name << ": moved " << travelled / d << " d, apart " << part / d << " d, solids " << solids / d
                  << " d\n";
        EXPECT_GT(travelled, 0.2 * d) << "too little has happened";
        EXPECT_LT(part, tolerance::kBeginningPosition * d);
        EXPECT_LT(solids, tolerance::kBeginningSolid * d);
    }
}

}  // namespace
}  // namespace undine::testing
