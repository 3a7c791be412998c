// Weakly compressible SPH: momentum, a column at rest, and that a method has what it needs and no more.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <utility>

#include "oracle/oracle_comparison.h"
#include "physics/momentum.h"
#include "physics/simulation.h"
#include "scene/parameter_table.h"
#include "scene/radial_kernel.h"
#include "scene/sampling.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "tolerances.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

Parameters wcsph() {
    Parameters p = only_pressure();
    p.method = MethodType::wcsph;
    p.dt = 0.0008f;
    p.viscosity = 0;
    return p;
}

class WcsphMomentum : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(WcsphMomentum);

TEST_P(WcsphMomentum, IsConservedByBothPressureFormsAndByViscosity) {
    for (PressureForm form : {PressureForm::monaghan, PressureForm::mueller}) {
        Parameters p = wcsph();
        p.pressure_form = form;
        p.viscosity = 0.1f;
        p.xsph_c = 0.1f;
        p.constraint = ConstraintType::bilateral;
        p.grid = GridType::hashed;
        EXPECT_LE(momentum_gained(p, make_backend()), tolerance::kMomentum);
    }
}

// The part of a pressure's slope along y that reaches the particles of a lattice, −m/ρ0 Σ_j y_ij ∂W_ij/∂y, mean over a
// column `across` spacings wide. Walls answer with a particle's own pressure, and so with nothing of what rises along
// them: neighbours behind them are left out. Müller's form takes the mean of two pressures where Monaghan's has their
// sum, and so half of it.
double share_of_pressure(const Parameters& p, int across) {
    const RadialKernel kernel(p);
    const double d = p.particle_spacing, form = p.pressure_form == PressureForm::mueller ? 0.5 : 1;
    const int reach = int(kernel.h / d) + 1;
    double sum = 0;
    for (int x = -reach; x <= reach; ++x)
        for (int y = -reach; y <= reach; ++y)
            for (int z = -reach; z <= reach; ++z) {
                const double r = d * std::sqrt(double(x * x + y * y + z * z));
                if (r == 0) continue;
                const double inside = double(across - std::abs(x)) * (across - std::abs(z)) / (across * across);
                sum += inside * kernel.slope(r) * d * d * y * y / r;
            }
    return form * sum * lattice_mass(p) / p.rest_density;
}

// The mean of ρ/ρ0 − 1 over a column at rest, of that depth in m of water at ρ0, whose floor bears ρ0 g H. With Tait's
// equation ρ/ρ0 = (1 + 7 p/(ρ0 c²))^(1/7); to first order, and with all of the slope, this is g H/(2c²).
double column_compression(const Parameters& p, double depth, int across) {
    constexpr int kLayers = 1000;
    const double at_floor = kGravity * depth / (share_of_pressure(p, across) * p.sound_speed * p.sound_speed);
    double sum = 0;
    for (int k = 0; k < kLayers; ++k) sum += std::pow(1 + 7 * at_floor * (k + 0.5) / kLayers, 1.0 / 7) - 1;
    return sum / kLayers;
}

TEST(Wcsph, AColumnRestsAtTheCompressionOfItsSound) {
    constexpr int kAcross = 10;  // spacings
    for (const auto& [kernel, form] : {std::pair(KernelType::poly6_spiky, PressureForm::monaghan),
                                       {KernelType::poly6_spiky, PressureForm::mueller},
                                       {KernelType::cubic_spline, PressureForm::monaghan}}) {
        SCOPED_TRACE(::testing::Message() << "kernel " << int(kernel) << ", form " << int(form));
        Parameters p;
        p.method = MethodType::wcsph;
        p.kernel = kernel;
        p.pressure_form = form;
        p.sound_speed = 20;
        p.dt = 0.4f * p.support_radius / p.sound_speed;
        p.viscosity = 0.05f;
        p.walls = WallModel::density;
        p.tank_max = {0.5f, 1.4f, 0.5f};
        ASSERT_NO_THROW(validate(p, "column"));
        Simulation column(scene_with(p, {{0, 0, 0}, {0.5f, 1, 0.5f}}), make_test_backend("cpu"));
        column.run(3000);
        // It goes on trembling: means over 2 s.
        constexpr int kSamples = 20;
        double compression = 0, energy = 0;
        for (int k = 0; k < kSamples; ++k) {
            column.run(50);
            const Statistics s = column.statistics();
            compression += s.density_error_mean / kSamples;
            energy += s.kinetic_energy_per_mass / kSamples;
            EXPECT_EQ(s.nan_count + s.outside_count + s.dropped_neighbors, 0u);
        }
        const FluidParams& params = column.solver.params();
        const double depth = params.particle_count * double{params.particle_mass} / params.rest_density / (0.5 * 0.5);
        const double law = column_compression(p, depth, kAcross);
        std::cout << "compression " << compression << ", " << compression / law << " of the law, "
                  << std::sqrt(2 * energy) << " m/s\n";
        EXPECT_NEAR(compression / law, 1, tolerance::kSoundCompression);
        EXPECT_LT(energy, tolerance::kRestingWcsphEnergy);
    }
}

TEST(Wcsph, AParticleThatAWallStopsLosesTheVelocityIntoIt) {
    Parameters p = wcsph();
    p.walls = WallModel::clamp;
    p.tank_min = {0, 0, 0};
    p.tank_max = {1, 1, 1};
    ParticleState start;
    start.position = {{0.5f, 0.001f, 0.5f}};
    start.resize(1);
    start.velocity = {{2, -3, 0}};
    Simulation drop(scene_with(p), start, make_test_backend("cpu"));
    drop.run(1);
    const ParticleState end = drop.solver.state();
    EXPECT_EQ(end.position[0].y, 0);
    EXPECT_NEAR(end.velocity[0].y, -0.001 / 0.0008, 1e-4);  // as far as it came
    EXPECT_EQ(end.velocity[0].x, 2);
    drop.run(1);
    EXPECT_EQ(drop.solver.state().velocity[0].y, 0);
}

TEST(Wcsph, IsRefusedBeyondItsSoundAndItsViscosity) {
    Parameters p;
    p.method = MethodType::wcsph;
    EXPECT_EQ(sentence_of([&] { validate(p, "x.toml"); }, Exit::bad_input),
              "x.toml: dt must be at most cfl_number · support_radius / sound_speed = 0.00133 s with method = "
              "\"wcsph\", not 0.004 s; take a smaller dt with more substeps, or a lower sound_speed");
    p.cfl_number = 2;
    EXPECT_NO_THROW(validate(p, "x.toml"));
    p.viscosity = 1;
    const std::string viscous = sentence_of([&] { validate(p, "x.toml"); }, Exit::bad_input);
    EXPECT_TRUE(
        viscous.starts_with("x.toml: dt must be at most cfl_number · 0.05 support_radius² / viscosity = 0.001"));
    EXPECT_TRUE(viscous.ends_with("not 0.004 s; take a smaller dt with more substeps, or a lower viscosity"));
    p.method = MethodType::pbf;
    p.cfl_number = 0.4f;
    EXPECT_TRUE(sentence_of([&] { validate(p, "x.toml"); }, Exit::bad_input)
                    .starts_with("x.toml: dt must be at most cfl_number · 0.05 support_radius² / viscosity = 0.0002"));
    p.viscosity = 0;
    EXPECT_NO_THROW(validate(p, "x.toml")) << "sound is not read";
}

TEST(MethodNames, AreThoseOfScenes) {
    const ParameterInfo& info = *find_parameter("method");
    for (uint32_t k = 0; k < info.choices.size(); ++k)
        EXPECT_EQ(method_of(static_cast<MethodType>(k)).name, info.choices[k]);
}

class Methods : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(Methods);

TEST_P(Methods, HaveTheArraysOfTheirPassesAlone) {
    const FluidBox box{{0, 0, 0}, {0.4f, 0.4f, 0.4f}};
    Simulation pbf(scene_with(only_pressure(), box), make_backend()), other(scene_with(wcsph(), box), make_backend());
    for (Field field : {Field::predicted_lambda, Field::partial_sum, Field::solver_state}) {
        EXPECT_GT(element_count(field, pbf.solver.extents()), 0u) << info(field).name;
        EXPECT_EQ(element_count(field, other.solver.extents()), 0u) << info(field).name;
    }
    EXPECT_LT(memory_needed(other.solver.extents()), memory_needed(pbf.solver.extents()));
    EXPECT_FALSE(other.solver.extents().passes.contains(Pass::compute_lambda));
    EXPECT_FALSE(pbf.solver.extents().passes.contains(Pass::accelerate));
    other.run(2);
    EXPECT_TRUE(other.solver.backend().guards_intact());
    EXPECT_EQ(other.solver.iterations_used(), 0u);
    EXPECT_GT(other.statistics().neighbors_mean, 10);

    Scene scene = scene_with(wcsph(), box);
    scene.source = "x.toml";
    EXPECT_NE(sentence_of(
                  [&] {
                      Solver(scene, pbf.solver.state(), {}, make_backend(),
                             {.derived = field_set({Field::predicted_lambda})});
                  },
                  Exit::bad_input)
                  .find("method = \"wcsph\" has no λ to colour particles by"),
              std::string::npos);
}

TEST_P(Methods, ParametersOfWcsphAreTakenByARunningSolver) {
    const FluidBox box{{0, 0, 0}, {0.4f, 0.5f, 0.4f}};
    const auto dam = [&] {
        Parameters p = wcsph();
        p.walls = WallModel::density;
        p.gravity = {0, -9.81f, 0};
        p.tank_max = {1, 0.6f, 0.4f};
        return scene_with(p, box);
    };
    Simulation running(dam(), make_backend());
    const ParticleState initial = running.solver.state();
    running.run(3);
    const ParticleState without_change = running.solver.state();
    for (const auto& [key, value] : {std::pair("sound_speed", "20"),
                                     {"viscosity", "0.5"},
                                     {"pressure_form", "mueller"},
                                     {"constraint", "bilateral"},
                                     {"xsph_c", "0.2"},
                                     {"dt", "0.0005"}}) {
        SCOPED_TRACE(key);
        Scene other = dam();
        set_parameter(other.parameters, key, value, "test");
        ASSERT_TRUE(running.solver.adopt(dam()));
        running.solver.restart(initial);
        running.run(2);
        const ParticleState before = running.solver.state();
        EXPECT_TRUE(running.solver.adopt(other));
        running.run(1);
        Simulation made(other, before, make_backend());
        made.run(1);
        EXPECT_TRUE(same_bytes(running.solver.state(), made.solver.state()));
        EXPECT_FALSE(same_bytes(running.solver.state(), without_change)) << "it changes nothing";
    }
    Scene pbf = dam();
    pbf.parameters.method = MethodType::pbf;
    EXPECT_FALSE(running.solver.adopt(pbf));
}

}  // namespace
}  // namespace undine::testing
