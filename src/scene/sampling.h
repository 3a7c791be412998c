// Particles for a scene: fluid on a lattice, boundary particles on the tank's walls, and the mass that fits the
// lattice.
#pragma once
#include "scene/particles.h"

namespace undine {

struct Parameters;
struct Scene;

// Fills the boxes with a cubic lattice (2D: square, at z = 0) of particle_spacing d. The first particle is d/2
// inside a box; an axis holds as many as have their centre inside, at least one. Particles inside an earlier box are
// left out. Ids count from 0 in the order of the boxes, x fastest, then y, then z. Density and lambda are 0. Throws
// Error (bad_input) for more than kMaxParticles, before allocating, and for particles outside the tank.
ParticleState sample_fluid(const Scene& scene);

// Whether two sets of parameters fill a scene's boxes with the same particles in the same tank, so that a run begun
// with one can continue with the other.
bool same_sampling(const Parameters& a, const Parameters& b);

// One layer of particles around the tank, half a particle_spacing outside its six faces (2D: four edges, z = 0), with
// no duplicates at edges and corners. Each side of the tank is divided evenly into steps of at most boundary_spacing
// (0: particle_spacing). psi is left empty. Throws Error (bad_input) for more than 4 million particles.
BoundaryState sample_tank_walls(const Parameters& parameters);

// Mass [kg] with which an infinite lattice of particle_spacing has the density rest_density, measured with the
// density kernel, the particle itself included: m = ρ0 / Σ W. The parameters must be valid.
double lattice_mass(const Parameters& parameters);

// The part of ν that Monaghan's viscosity [Monaghan05] has on an infinite lattice of particles of that mass [kg]: the
// mean over all directions of shear, Σ m/ρ0 |∇W| r³/(r² + 0.01 h²) over the dimensions, which is 1 of an integral
// without 0.01 h².
double lattice_viscosity(const Parameters& parameters, double mass);

// m²: the kinematic viscosity of XSPH with c = 1 on such a lattice, times dt: Σ m/ρ0 W r² over twice the dimensions.
double lattice_smoothing(const Parameters& parameters, double mass);

}  // namespace undine
