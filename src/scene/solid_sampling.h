// Boundary particles on the surfaces of solids.
#pragma once
#include "scene/particles.h"

namespace undine {

struct Scene;

// One layer in each solid, at the start, half a particle_spacing below its surface or, where it is thinner, in its
// middle: about boundary_spacing apart (0: particle_spacing), none nearer than 0.7 of that. On faces of boxes, and of
// meshes along their axes, it is a square lattice. psi is left empty. Throws Error (bad_input) if that would take
// longer than seconds.
BoundaryState sample_solid_surfaces(const Scene& scene);

}  // namespace undine
