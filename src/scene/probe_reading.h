// What the probes of a scene read from the particles of a moment, in double precision and in a fixed order.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scene/particles.h"
#include "scene/probe.h"

namespace undine {

struct Scene;

// The columns of a table: "gauge (m)"; of a velocity three.
std::vector<std::string> probe_columns(const Scene& scene);

// A row of that table. h: support_radius; V of a particle: its mass over ρ0.
// - velocity, density at a point: the value there of the plane that fits those of the particles within 1.5 h best, by
//   moving least squares [Lancaster81], so that walls, with particles on one side, are no less exact; their weighted
//   mean where they are too few, or too much in a line, for a plane. NaN without any; a density also before the first
//   step.
// - pressure: the same of the particles within 2.5 h that are no nearer than 0.7 h to walls, times what a lattice feels
//   of a pressure's slope, −Σ V y ∂W/∂y, by which p of a column at rest is steeper than its weight. Where water is too
//   thin for that, the mean of those within h. At least 0; 0 without any, and before the first step.
// - height: how much of the vertical line through x, z is wet, Σ V K(distance) with K a plane's kernel of support h,
//   normalised over the tank's floor: what a wire whose capacitance is measured would say. Of water that stands on the
//   floor, its height.
// - flux through a plane, m³/s: Σ V (v·n) δ(distance) of particles within min and max, δ a hat of half-width h.
std::vector<double> probe_row(const Scene& scene, const ParticleState& state, double particle_mass);

// Steps of dt in about that many seconds, 1 at least.
uint64_t steps_within(const Scene& scene, double seconds);

}  // namespace undine
