// What solids of rest density add to ρ_i, ∇_i C_i and Σ|∇C_i|², from tables of ∫W, |∫∇W| and ∫|∇W|² against signed
// distance (src/solver/wall_table.cpp). Where solids overlap, in the tank's edges and corners too, their union counts once:
// 1 − Π(1 − a_k), exact for a corner of the box at distance 0.
#ifndef PBF_WALL_TERM
#define PBF_WALL_TERM

#include "sim/collision.glsl"

struct WallTerm {
    vec3 gradient;     // 1/m: Σ_walls ∇_i C_i
    float fraction;    // of ρ0
    float gradient_sq; // 1/m²: the walls' share of Σ_b |∇_b C_i|²
};

// Of the table that begins at element `first`.
PBF_FN vec4 wall_sample(uint first, float s) {
    float t = (s + params.support_radius) * params.wall_table_scale;
    // Written so that it also catches NaN, which must not become an index.
    if (!(t < float(PBF_WALL_SAMPLES - 1u))) return vec4(0.0f, 0.0f, 0.0f, 0.0f);
    t = max(t, 0.0f);
    uint k = uint(t);
    float f = t - float(k);
    return TEXEL(wall_table, first + k) * (1.0f - f) + TEXEL(wall_table, first + k + 1u) * f;
}

// Of the planes.
PBF_FN WallTerm plane_density(vec3 x) {
    WallTerm sum;
    sum.gradient = vec3(0.0f, 0.0f, 0.0f);
    sum.gradient_sq = 0.0f;
    sum.fraction = 0.0f;
    if (far_from_planes(x, params.support_radius)) return sum;
    float open = 1.0f;  // Π(1 − a_k) so far
    for (uint k = 0u; k < params.plane_count; ++k) {
        vec3 n = vec3(solid[k]);
        float s = n.x * x.x + n.y * x.y + n.z * x.z - solid[k].w;
        vec4 a = wall_sample(0u, s);
        // Product rule over the factors seen so far: earlier gradients shrink by this plane's open share.
        sum.gradient = sum.gradient * (1.0f - a.x) - n * (a.y * open);
        sum.gradient_sq = sum.gradient_sq * (1.0f - a.x) + a.z * open;
        open = open * (1.0f - a.x);
    }
    sum.fraction = 1.0f - open;
    return sum;
}

// The union of two solids' terms.
PBF_FN WallTerm united(WallTerm a, WallTerm b) {
    WallTerm both;
    both.fraction = 1.0f - (1.0f - a.fraction) * (1.0f - b.fraction);
    both.gradient = a.gradient * (1.0f - b.fraction) + b.gradient * (1.0f - a.fraction);
    both.gradient_sq = a.gradient_sq * (1.0f - b.fraction) + b.gradient_sq * (1.0f - a.fraction);
    return both;
}

#endif
