// How much water is around a place.
#ifndef PBF_WETNESS
#define PBF_WETNESS

#include "sim/wall_term.glsl"

// The part that is filled of what a particle there has beside itself and the planes: 0 of one alone, also one that runs
// down a wall, and 1 in water. density: of ρ0, of the particles there, themselves and planes included.
PBF_FN float wetness_at(vec3 x, float density) {
    float taken = params.mass_ratio * params.self_weight;
    if (params.wall_density != 0u) taken += plane_density(x).fraction;
    return max(density - taken, 0.0f) / max(1.0f - taken, 0.1f);
}

#endif
