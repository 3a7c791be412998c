// The half space behind a wall, integrated once: shaders/sim/wall_density.glsl reads it every iteration.
#pragma once
#include <vector>

#include "scene/solid.h"
#include "solver/shader_types.h"

namespace undine {

struct Parameters;

// The factor on integrals over what is solid, for particles of a mass in kg: a particle half a particle_spacing from a
// wall then gains exactly the density that the part of the lattice replaced by the wall would have given it [Akinci12's
// ψ, for a plane].
double solid_weight(const Parameters& parameters, double particle_mass);

// PBF_WALL_SAMPLES values at signed distances from −h to h: ∫W, |∫∇W| (1/m), d^D ∫|∇W|² (1/m²), |∫A r̂| (m³, in 2D m²)
// over the half space behind a plane. The first three are multiplied by solid_weight(), once for each ∇W. As many
// values follow for each solid: of a ball for a round one, and zeros for a box or a mesh.
std::vector<vec4> make_wall_table(const Parameters& parameters, double particle_mass,
                                  const std::vector<Solid>& solids = {});

}  // namespace undine
