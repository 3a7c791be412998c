// What solids of rest density add to ρ_i, ∇_i C_i and Σ|∇C_i|², from tables of ∫W, |∫∇W| and ∫|∇W|² against signed
// distance (src/solver/wall_table.cpp): of a half space for planes and boxes, of a ball for what is round. A box is the
// product of three slabs, a slab the difference of two half spaces. Where solids overlap, in the tank's edges and corners
// too, their union counts once: 1 − Π(1 − a_k). Both products are exact at an edge or a corner, at distance 0.
#ifndef PBF_WALL_DENSITY
#define PBF_WALL_DENSITY

#include "sim/solid.glsl"

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
    return wall_table[first + k] * (1.0f - f) + wall_table[first + k + 1u] * f;
}

// The slab |q| < half_size: of each number what lies behind its near face and not behind its far one, as a share of all.
// y: the slope of the share along q, 1/m.
PBF_FN vec3 slab_share(float q, float half_size, vec4 whole) {
    vec4 near = wall_sample(0u, q - half_size);
    vec4 far = wall_sample(0u, q + half_size);
    return vec3((near.x - far.x) / whole.x, (far.y - near.y) / whole.x, (near.z - far.z) / whole.z);
}

// One solid's, without the others.
PBF_FN WallTerm solid_density(uint k, vec3 x) {
    WallTerm term;
    uint at = solid_at(k);
    SolidPoint p = solid_point(at, x);
    if (solid[at + 1u].w > 0.0f) {
        vec4 a = wall_sample((k + 1u) * PBF_WALL_SAMPLES, p.distance);
        term.fraction = a.x;
        term.gradient = (-a.y) * to_world(at, p.normal);
        term.gradient_sq = a.z;
        return term;
    }
    vec4 whole = wall_table[0];
    vec4 half_size = solid[at + 4u];
    vec3 a = slab_share(p.local.x, half_size.x, whole);
    vec3 b = slab_share(p.local.y, half_size.y, whole);
    vec3 c = slab_share(p.local.z, half_size.z, whole);
    term.fraction = whole.x * (a.x * b.x * c.x);
    term.gradient = to_world(at, whole.x * vec3(a.y * b.x * c.x, a.x * b.y * c.x, a.x * b.x * c.y));
    term.gradient_sq = whole.z * (a.z * b.z * c.z);
    return term;
}

PBF_FN WallTerm wall_density(vec3 x) {
    WallTerm sum;
    sum.gradient = vec3(0.0f, 0.0f, 0.0f);
    sum.gradient_sq = 0.0f;
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
    for (uint k = 0u; k < params.solid_count; ++k) {
        if (far_from_solid(solid_at(k), x, params.support_radius)) continue;
        WallTerm one = solid_density(k, x);
        sum.gradient = sum.gradient * (1.0f - one.fraction) + one.gradient * open;
        sum.gradient_sq = sum.gradient_sq * (1.0f - one.fraction) + one.gradient_sq * open;
        open = open * (1.0f - one.fraction);
    }
    sum.fraction = 1.0f - open;
    return sum;
}

#endif
