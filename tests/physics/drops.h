// Drops: balls of particles, the pressure within them, and the shape in which they come to rest.
#pragma once
#include "oracle/reference_surface.h"
#include "physics/simulation.h"

namespace undine::testing {

// Lattice points within `radius` of the origin, each displaced by up to 0.05 d; in 2D a disc.
ParticleState ball_of_fluid(const Parameters& parameters, double radius);

// Of a uniform ball (disc) with the same second moment as these particles, about their centre of mass, m.
double radius_of(const ParticleState& drop, const reference::Parameters& parameters);

// Mean pressure deeper than 1.5 h below the surface, Pa (N/m): the virial of all forces of pairs, Σ r·F/(D V), and of
// their motion. PBF's are read off λ, of steps that ran one iteration; those of surface tension have these factors.
double pressure_within(const ParticleState& drop, const reference::Parameters& parameters,
                       const reference::SurfaceFactors& factors);

// Σ x⁴ + y⁴ + z⁴ over (Σ r²)²: 0.6 for a cube along the axes, 5/7 for a ball.
double fourth_moment(const ParticleState& drop);

// Ratio of the largest to the smallest second moment along the axes.
double elongation(const ParticleState& drop);

// The contact angle, degrees, of a spherical cap (in 2D a circle's segment) with these particles' volume and height
// above y = 0.
double contact_angle(const ParticleState& drop, const Solver& solver, const Parameters& parameters);

}  // namespace undine::testing
