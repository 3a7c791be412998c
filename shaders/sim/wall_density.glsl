// The half-space term: what a solid of rest density behind each plane adds to ρ_i, ∇_i C_i and Σ|∇C_i|², from a table
// of ∫W, |∫∇W| and ∫|∇W|² against signed distance (src/solver/wall_table.cpp). Where half spaces overlap, in edges and
// corners, their union counts once: 1 − Π(1 − a_k), exact for a corner of the box at distance 0.
#ifndef PBF_WALL_DENSITY
#define PBF_WALL_DENSITY

struct WallTerm {
    vec3 gradient;     // 1/m: Σ_walls ∇_i C_i
    float fraction;    // of ρ0
    float gradient_sq; // 1/m²: the walls' share of Σ_b |∇_b C_i|²
};

PBF_FN vec4 wall_sample(float s) {
    float t = (s + params.support_radius) * params.wall_table_scale;
    // Written so that it also catches NaN, which must not become an index.
    if (!(t < float(PBF_WALL_SAMPLES - 1u))) return vec4(0.0f, 0.0f, 0.0f, 0.0f);
    t = max(t, 0.0f);
    uint k = uint(t);
    float f = t - float(k);
    return wall_table[k] * (1.0f - f) + wall_table[k + 1u] * f;
}

PBF_FN WallTerm wall_density(vec3 x) {
    WallTerm sum;
    sum.gradient = vec3(0.0f, 0.0f, 0.0f);
    sum.gradient_sq = 0.0f;
    float open = 1.0f;  // Π(1 − a_k) so far
    for (uint k = 0u; k < params.plane_count; ++k) {
        vec3 n = vec3(PLANE(k));
        float s = n.x * x.x + n.y * x.y + n.z * x.z - PLANE(k).w;
        vec4 a = wall_sample(s);
        // Product rule over the factors seen so far: earlier gradients shrink by this plane's open share.
        sum.gradient = sum.gradient * (1.0f - a.x) - n * (a.y * open);
        sum.gradient_sq = sum.gradient_sq * (1.0f - a.x) + a.z * open;
        open = open * (1.0f - a.x);
    }
    sum.fraction = 1.0f - open;
    return sum;
}

#endif
