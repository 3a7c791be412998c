// Drops: balls of particles (discs in 2D), their size, the pressure within them, and the angle at which they meet a
// plane.
#pragma once
#include "scene/particles.h"

namespace undine {

struct Parameters;
struct SurfaceForces;

// Lattice points within `radius` (m) of the origin, each displaced by up to 0.05 d; in 2D a disc.
ParticleState ball_of_fluid(const Parameters& parameters, double radius);

// m: of a uniform ball (disc) with the same second moment as these particles, about their centre of mass.
double radius_of(const ParticleState& drop, const Parameters& parameters);

// Mean pressure deeper than 1.5 h below the surface, Pa (N/m): the virial of all forces of pairs, Σ r·F/(D V), and of
// their motion. PBF's are read off λ, of steps that ran one iteration with gradients = predicted; those of surface
// tension have these factors.
double pressure_within(const ParticleState& drop, const Parameters& parameters, double particle_mass,
                       const SurfaceForces& factors);

// The contact angle, degrees, of a spherical cap (in 2D a circle's segment) of that volume (m³, m²) with these
// particles' height above y = 0.
double contact_angle(const ParticleState& drop, const Parameters& parameters, double volume);

}  // namespace undine
