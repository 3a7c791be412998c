// What pass bodies read as `params`, and how it follows from a scene: scale-free values get their units, kernels their
// normalisation, the tank its planes and its grid.
#pragma once
#include "solver/shader_types.h"
#include "solver/variant.h"

namespace undine {

struct Parameters;
struct Scene;

#include "sim/fluid_params.glsl"

// Throws Error(bad_input) if a dense grid would have more than 2^28 cells. capacity: the most particles there may be.
FluidParams make_fluid_params(const Scene& scene, uint32_t capacity, uint32_t boundary_count);

// Whether a step leaves each particle's pressure, in Field::velocity's w. Not with gradients = predicted: of an
// iteration's λ the next one keeps nothing.
bool has_pressure(const Parameters& parameters);

Variant make_variant(const Parameters& parameters);

}  // namespace undine
