// A resting column of water: how much it is compressed, what it loses in height, and its pressure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/simulation.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "tolerances.h"

namespace undine::testing {
namespace {

// Mean of S + ε over the compressed particles, S = Σ|∇C|²: λ = −C/(S + ε).
double mean_denominator(const ParticleState& state, const FluidParams& params) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < state.size(); ++i) {
        const double c = double{state.density[i]} / params.rest_density - 1;
        if (c < 1e-4) continue;  // λ of less has no digits
        sum -= c / state.lambda[i];
        ++count;
    }
    return sum / count;
}

// One more step, its passes by hand: Λ is the sum of its iterations' λ, and p = −Λ ρ0/dt².
std::vector<double> pressures(Solver& solver) {
    Backend& b = solver.backend();
    const FluidParams& params = solver.params();
    b.run(Pass::predict);
    b.sort_particles();
    b.run(Pass::reorder);
    b.run(Pass::find_neighbors);
    b.fill(Field::solver_state, 0);
    std::vector<double> pressure(params.particle_count);
    for (uint32_t k = 0; k < params.max_iterations; ++k) {
        b.run(Pass::compute_lambda);
        const auto predicted_lambda = download<vec4>(solver, Field::predicted_lambda);
        for (size_t i = 0; i < pressure.size(); ++i)
            pressure[i] -= predicted_lambda[i].w * params.rest_density / (params.dt * params.dt);
        b.run(Pass::apply_delta_p);
    }
    return pressure;
}

// A straight line through the mean pressures of layers; single particles scatter by a third.
struct Line {
    double slope, correlation;
};
Line pressure_line(Solver& solver, double from, double to) {
    constexpr int kLayers = 12;
    std::vector<double> sum(kLayers), count(kLayers);
    const std::vector<double> pressure = pressures(solver);
    const auto predicted = download<vec4>(solver, Field::predicted);
    for (size_t i = 0; i < pressure.size(); ++i) {
        const double layer = (predicted[i].y - from) / (to - from) * kLayers;
        if (layer < 0 || layer >= kLayers) continue;
        sum[static_cast<size_t>(layer)] += pressure[i];
        count[static_cast<size_t>(layer)] += 1;
    }
    double y = 0, yy = 0, p = 0, pp = 0, yp = 0;
    for (int k = 0; k < kLayers; ++k) {
        const double at = from + (to - from) * (k + 0.5) / kLayers, mean = sum[k] / count[k];
        y += at, yy += at * at, p += mean, pp += mean * mean, yp += at * mean;
    }
    const double covariance = yp - y * p / kLayers, variance = yy - y * y / kLayers;
    return {covariance / variance, covariance / std::sqrt(variance * (pp - p * p / kLayers))};
}

TEST(Hydrostatic, ColumnRestsAtTheExpectedCompression) {
    const Scene scene = asset_scene("hydrostatic", {"style=classic"});
    Simulation column(scene, make_test_backend("cpu"));
    const FluidParams& params = column.solver.params();
    Statistics s;
    int steps = 0;
    do {
        column.run(50);
        steps += 50;
        s = column.statistics();
    } while (s.kinetic_energy_per_mass >= tolerance::kRestingEnergy && steps < 1500);
    EXPECT_LT(s.kinetic_energy_per_mass, tolerance::kRestingEnergy) << "after " << steps << " steps";
    column.run(1);  // measuring has taken λ
    const double denominator = mean_denominator(column.solver.state(), params);
    s = column.statistics();

    // Mass above a floor of 1 m², in metres of water: what the floor carries, whatever height the column has.
    const double depth = params.particle_count * double{params.particle_mass} / params.rest_density;
    const double law = kGravity * depth * params.dt * params.dt * denominator / (2 * params.max_iterations);
    RecordProperty("compression", std::to_string(s.density_error_mean));
    RecordProperty("law", std::to_string(law));
    EXPECT_LE(s.density_error_mean, tolerance::kRestingCompression);
    EXPECT_NEAR(s.density_error_mean / law, 1, tolerance::kCompressionLaw);
    EXPECT_LE(s.density_error_max, tolerance::kRestingPeak) << "a corner";
    EXPECT_EQ(s.nan_count + s.outside_count + s.dropped_neighbors + s.clamped_speeds, 0u);

    // Twice the height of the centre of mass: the height of a uniform column.
    const double height = 2 * s.center_of_mass.y;
    RecordProperty("height", std::to_string(height));
    EXPECT_NEAR(height, 1, tolerance::kHeightLoss);

    // Above the floor's layer and below the surface's. The kernel's gradient acts as its lattice moment, 0.956.
    const Line pressure = pressure_line(column.solver, params.support_radius, height - params.support_radius);
    const double expected = -params.rest_density * kGravity * depth / height;
    RecordProperty("pressure_slope", std::to_string(pressure.slope * 0.956 / expected));
    EXPECT_NEAR(pressure.slope * 0.956 / expected, 1, tolerance::kPressureSlope);
    EXPECT_LE(pressure.correlation, -tolerance::kPressureLinear);
}

}  // namespace
}  // namespace undine::testing
