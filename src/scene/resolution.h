// The same scene in more or fewer particles.
#pragma once
#include "scene/scene.h"

namespace undine {

// Every length and time of the discretisation scaled by (count / wanted)^(1/dimensions), a given particle's mass by
// count / wanted: the fluid's shape, h/d, dt/h and the scale-free parameters stay. `count` is how many particles the
// scene has; the lattice rounds, so that it then has about `wanted`. Throws Error (bad_input) where parameters leave
// their ranges, or boundary particles come from a file and cannot follow.
Scene with_particles(Scene scene, uint64_t count, uint64_t wanted);

}  // namespace undine
