// Boundary particles as the passes read them: with ψ, sorted into the grid's cells.
#pragma once
#include <vector>

#include "scene/particles.h"
#include "solver/shader_types.h"
#include "solver/variant.h"

namespace undine {

struct FluidParams;

struct SortedBoundary {
    std::vector<vec4> position;        // m; w: ψ, kg
    std::vector<uint32_t> cell_start;  // params.cell_count + 1 slots; a single 0 if there are no particles
};

// ψ_b = ρ0 / Σ_l W_bl over all boundary particles, b included [Akinci12], unless the state already has ψ. Throws Error
// (bad_input) if they are so dense that computing it would take more than 1e9 distances.
SortedBoundary sort_boundary(const BoundaryState& boundary, const FluidParams& params, Variant variant);

}  // namespace undine
