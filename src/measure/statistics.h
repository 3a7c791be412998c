// The figures `undine run` reports: what a simulation engineer asks first about a fluid.
#pragma once
#include "solver/solver.h"

namespace undine {

// J. The potential is that of gravity and of the external acceleration, above the tank's lower corner.
struct Energy {
    double kinetic = 0, potential = 0;
};
Energy energy_of(const ParticleState& state, const FluidParams& params);

struct Statistics {
    // Of C = ρ/ρ0 − 1, with the solver's own kernel on fresh neighbours (compression and deficiency kept apart).
    double density_error_mean = 0;    // mean of max(C, 0)
    double density_error_max = 0;     // max of max(C, 0)
    double density_deficit_mean = 0;  // mean of min(C, 0)

    double pressure_mean = 0, pressure_max = 0;  // Pa (N/m in 2D), of the last step; 0 where it leaves none

    double kinetic_energy = 0;           // J
    double kinetic_energy_per_mass = 0;  // m²/s²
    double potential_energy = 0;         // J: Energy's
    glm::dvec3 center_of_mass{0};        // m
    double largest_speed = 0;            // m/s

    uint64_t clamped_speeds = 0;     // particle steps, since the start
    uint64_t dropped_neighbors = 0;  // pairs, since the start
    double neighbors_mean = 0;       // fluid and boundary
    uint32_t neighbors_max = 0;

    uint64_t nan_count = 0;      // particles with a coordinate, velocity or density that is not finite
    uint64_t outside_count = 0;  // particles in a solid by more than 1e-5 h (rounding of the push-out)
};

// Computed in double precision and in a fixed order. `state`: solver.state(), taken before Solver::measure(), which
// replaces λ and density.
Statistics measure_statistics(const ParticleState& state, const Solver::Measurement& measured,
                              const FluidParams& params);

}  // namespace undine
