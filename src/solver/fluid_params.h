// Converts a scene's parameters to what the passes read: scale-free values get their units, kernels their
// normalisation, the tank its planes and its grid.
#pragma once
#include "scene/scene.h"
#include "solver/backend.h"

namespace undine {

// Throws Error(bad_input) if a dense grid would have more than 2^28 cells. capacity: the most particles there may be.
FluidParams make_fluid_params(const Scene& scene, uint32_t capacity, uint32_t boundary_count);

Variant make_variant(const Parameters& parameters);

}  // namespace undine
