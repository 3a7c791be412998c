// The same scene with more or fewer particles.
#pragma once
#include <cstdint>

namespace undine {

struct Scene;

// Scales every length and time of the discretisation by (count / wanted)^(1/dimensions), its rates by the inverse, and
// a given particle_mass by count / wanted; the fluid's shape, h/d, dt/h and the scale-free parameters stay the same.
// `count` is how many particles the scene has; since the lattice rounds, the result has about `wanted`. Throws Error
// (bad_input) if parameters leave their ranges, if particles or boundary particles come from a file, or if the scene
// begins with no particles.
Scene with_particles(Scene scene, uint64_t count, uint64_t wanted);

}  // namespace undine
