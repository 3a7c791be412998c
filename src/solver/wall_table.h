// The half space behind a wall, integrated once: shaders/sim/wall_density.glsl reads it every iteration.
#pragma once
#include <vector>

#include "scene/parameters.h"
#include "scene/solid.h"
#include "solver/backend.h"

namespace undine {

// PBF_WALL_SAMPLES values at signed distances from −h to h: ∫W, |∫∇W| (1/m), d^D ∫|∇W|² (1/m²), 0 over the half space
// behind a plane. All are weighted so that a particle half a particle_spacing from the wall, of the given mass (kg),
// gains exactly what the part of the lattice that the wall replaces would have given it [Akinci12's ψ, for a plane].
// A round solid's own values follow, as many for each of them, zeros for a box.
std::vector<vec4> make_wall_table(const Parameters& parameters, double particle_mass,
                                  const std::vector<Solid>& solids = {});

}  // namespace undine
