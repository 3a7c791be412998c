// The pressure that reports, pictures and exports show: that of a column at rest is its weight.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "physics/simulation.h"
#include "scene/radial_kernel.h"
#include "scene/sampling.h"
#include "solver/fluid_params.h"
#include "solver/wrapped_backend.h"
#include "test_backends.h"
#include "tolerances.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

// The slope of a straight line through the mean pressures of layers, over some states of a column.
class Layers {
  public:
    Layers(double from, double to) : from_(from), to_(to) {}
    void add(Solver& solver) {
        const ParticleState state = solver.state();
        const std::vector<float>& p = state.pressure;
        for (size_t i = 0; i < p.size(); ++i) {
            const double layer = std::floor((state.position[i].y - from_) / (to_ - from_) * kLayers);
            if (layer < 0 || layer >= kLayers) continue;
            sum_[size_t(layer)] += p[i], height_[size_t(layer)] += state.position[i].y, count_[size_t(layer)] += 1;
        }
    }
    double slope() const {
        double y = 0, yy = 0, p = 0, yp = 0;
        for (size_t k = 0; k < kLayers; ++k) {
            const double at = height_[k] / count_[k], mean = sum_[k] / count_[k];
            y += at, yy += at * at, p += mean, yp += at * mean;
        }
        return (yp - y * p / kLayers) / (yy - y * y / kLayers);
    }

  private:
    static constexpr size_t kLayers = 12;
    double from_, to_, sum_[kLayers]{}, height_[kLayers]{}, count_[kLayers]{};
};

// What a lattice of the tank's width feels of a pressure's slope upwards, Σ_j V y_ij ∂W_ij/∂y: less than 1 beside
// walls, which push sideways alone and leave a particle neighbours on one side. The water's pressure is steeper by as
// much.
double felt_of_a_slope(const Parameters& p, int across) {
    const RadialKernel kernel(p);
    double sum = 0;
    for (int i = 0; i < across; ++i)
        for (int k = 0; k < across; ++k)
            for (int x = -2; x <= 2; ++x)
                for (int y = -2; y <= 2; ++y)
                    for (int z = -2; z <= 2; ++z) {
                        if (i + x < 0 || i + x >= across || k + z < 0 || k + z >= across) continue;
                        const double r = p.particle_spacing * std::sqrt(double(x * x + y * y + z * z));
                        if (r > 0 && r < kernel.h)
                            sum += lattice_mass(p) / p.rest_density * kernel.slope(r) *
                                   std::pow(y * p.particle_spacing, 2) / r;
                    }
    return sum / (across * across);
}

TEST(Pressure, OfAColumnAtRestIsItsWeight) {
    Simulation column(asset_scene("hydrostatic", {"style=consistent"}), make_test_backend("cpu"));
    column.run(500);
    const double h = column.scene.parameters.support_radius;
    Layers layers(h, 1 - h);
    constexpr int kSamples = 10;
    double mean = 0;
    for (int k = 0; k < kSamples; ++k) {
        column.run(5);
        layers.add(column.solver);
        mean += column.statistics().pressure_mean / kSamples;
    }
    const double felt = felt_of_a_slope(column.scene.parameters, 20);
    const double weight = 1000 * kGravity / felt;  // of 1 m of water, Pa
    std::cout << "slope " << layers.slope() << " Pa/m, " << -layers.slope() / weight << " of the weight's; mean "
              << mean << " Pa; felt " << felt << '\n';
    EXPECT_NEAR(-layers.slope() / weight, 1, tolerance::kPressureOfMultipliers);
    EXPECT_NEAR(mean / (weight / 2), 1, tolerance::kPressureOfMultipliers) << "half of what the floor bears";
}

TEST(Pressure, OfAColumnOfWcsphIsItsWeight) {
    Parameters p;
    p.method = MethodType::wcsph;
    p.kernel = KernelType::cubic_spline;
    p.sound_speed = 20;
    p.dt = 0.4f * p.support_radius / p.sound_speed;
    p.viscosity = 0.05f;
    p.walls = WallModel::density;
    p.tank_max = {0.5f, 1.4f, 0.5f};
    Simulation column(scene_with(p, {{0, 0, 0}, {0.5f, 1, 0.5f}}), make_test_backend("cpu"));
    column.run(3000);
    Layers layers(p.support_radius, 1 - 2 * p.support_radius);
    for (int k = 0; k < 20; ++k) {
        column.run(50);
        layers.add(column.solver);
    }
    const double felt = felt_of_a_slope(p, 10);
    const double weight = p.rest_density * kGravity / felt;
    std::cout << "slope " << layers.slope() << " Pa/m, " << -layers.slope() / weight << " of the weight's; felt "
              << felt << '\n';
    EXPECT_NEAR(-layers.slope() / weight, 1, tolerance::kPressureOfMultipliers);
}

TEST(Pressure, IsThatOfTheEquationOfState) {
    Parameters p;
    p.method = MethodType::wcsph;
    p.dt = 0.0005f;
    p.sound_speed = 30;
    for (const ConstraintType constraint : {ConstraintType::unilateral, ConstraintType::bilateral}) {
        p.constraint = constraint;
        Simulation sim(scene_with(p, {{0, 0, 0}, {0.5f, 0.5f, 0.5f}}), make_test_backend("cpu"));
        for (const float unknown : sim.solver.state().pressure) EXPECT_EQ(unknown, 0) << "no step yet";
        sim.run(20);
        const ParticleState state = sim.solver.state();
        double least = 0, most = 0;
        for (size_t i = 0; i < state.size(); ++i) {
            double tait = 1000 * 30.0 * 30 / 7 * (std::pow(double{state.density[i]} / 1000, 7) - 1);
            if (constraint == ConstraintType::unilateral) tait = std::max(tait, 0.0);
            ASSERT_NEAR(state.pressure[i], tait, 0.5) << "ρ has 24 bits";
            least = std::min(least, tait), most = std::max(most, tait);
        }
        EXPECT_GT(most, 1000);
        EXPECT_EQ(least < -1000, constraint == ConstraintType::bilateral) << "attracts";
    }
}

TEST(Pressure, IsNotThereWhereOnlyALastIterationIs) {
    const Scene scene = asset_scene("hydrostatic", {"style=classic"});
    EXPECT_FALSE(has_pressure(scene.parameters));
    Simulation column(scene, make_test_backend("cpu"));
    column.run(1);
    EXPECT_EQ(column.statistics().pressure_max, 0);
}

// What a solver is asked for goes with the particles, wherever a sort or an arrival puts them.
TEST(Pressure, StaysWithItsParticle) {
    const Scene scene = asset_scene(
        "dam_break_2d", {"particle_spacing=0.03", "support_radius=0.06", "style=consistent", "particle_capacity=4000"});
    Solver solver(scene, sample_fluid(scene), {}, make_test_backend("cpu"));
    for (int k = 0; k < 20; ++k) solver.step();
    std::vector<float> after = solver.state().pressure;
    EXPECT_GT(*std::ranges::max_element(after), 1000);
    solver.measure();  // which sorts the scratch arrays anew
    EXPECT_EQ(solver.state().pressure, after);
    solver.derive(field_set({Field::position}));  // which sorts the state
    EXPECT_EQ(solver.state().pressure, after);
    solver.add({{{1.5f, 0.9f, 0}}, {{0, 0, 0}}});
    after.push_back(0);
    EXPECT_EQ(solver.state().pressure, after) << "one that has just arrived presses on nothing";
    Solver continued(scene, sample_fluid(scene), {}, make_test_backend("cpu"));
    continued.restore(solver.save());
    EXPECT_EQ(continued.state().pressure, after);
}

bool changes_velocities_in_place(const PassInfo& pass) {
    return pass.reads.contains(Field::velocity_star) && pass.writes.contains(Field::velocity_star);
}

// Looks at each pass that changes velocities in place, as update_velocity left them, pressures with them.
class WatchesPressure final : public WrappedBackend {
  public:
    WatchesPressure(std::unique_ptr<Backend> own, PassSet& watched)
        : WrappedBackend(std::move(own)), watched_(watched) {}
    void allocate(const Extents& extents, Variant variant) override {
        particles_ = extents.particles;
        WrappedBackend::allocate(extents, variant);
    }
    void run(Pass pass) override {
        if (pass == Pass::reorder_velocity) steps_ += 1;
        const PassInfo& p = info(pass);
        if (!changes_velocities_in_place(p)) return WrappedBackend::run(pass);
        const std::vector<float> before = pressures();
        EXPECT_TRUE(steps_ == 1 || std::ranges::max(before) > 0) << p.name << " is given no pressure to keep";
        WrappedBackend::run(pass);
        EXPECT_TRUE(pressures() == before) << p.name << " changes pressures";
        watched_ = watched_ | pass_set({pass});
    }

  private:
    std::vector<float> pressures() {
        std::vector<vec4> velocities(particles_);
        own_->download(Field::velocity_star, velocities.data(), velocities.size() * sizeof(vec4));
        std::vector<float> found;
        for (const vec4& v : velocities) found.push_back(v.w);
        return found;
    }

    PassSet& watched_;
    size_t particles_ = 0;
    int steps_ = 0;
};

TEST(Pressure, EveryPassThatChangesVelocitiesKeepsIt) {
    PassSet watched{}, expected{};
    for (uint32_t p = 0; p < kPassCount; ++p)
        if (changes_velocities_in_place(kPasses[p])) expected = expected | pass_set({Pass(p)});
    const std::vector<std::string> forces{"support_radius=0.1", "particle_spacing=0.05", "vorticity=B",
                                          "surface_tension=1",  "free_surface_drag=1",   "restitution=0.2",
                                          "slip_length=0.1"};
    std::vector<std::string> adhesion = forces;
    adhesion.push_back("adhesion=1");  // which floating solids refuse
    for (const Scene& scene : {asset_scene("ducks", forces), asset_scene("dam_break_obstacle", adhesion)}) {
        SCOPED_TRACE(scene.title);
        Simulation water(scene, std::make_unique<WatchesPressure>(make_test_backend("cpu"), watched));
        water.run(5);
    }
    EXPECT_EQ(watched, expected);
}

}  // namespace
}  // namespace undine::testing
