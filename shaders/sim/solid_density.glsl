// What bodies of rest density add to ρ_i, ∇_i C_i and Σ|∇C_i|² at x*, for wall_density.glsl: of a round one from its own
// table, against signed distance; of a box from the half space's, as the product of three slabs, each the difference of
// two half spaces, which is exact at an edge or a corner of the box; of a mesh from its field, and Σ|∇C_i|² from the half
// space as near as the mesh, since it affects only how stiff the correction is.
#ifndef PBF_SOLID_DENSITY
#define PBF_SOLID_DENSITY

#include "sim/kernels.glsl"
#include "sim/solid.glsl"
#include "sim/wall_term.glsl"

// The slab |q| < half_size: of each number what lies behind its near face and not behind its far one, as a share of all.
// y: the slope of the share along q, 1/m.
PBF_FN vec3 slab_share(float q, float half_size, vec4 whole) {
    vec4 near = wall_sample(0u, q - half_size);
    vec4 far = wall_sample(0u, q + half_size);
    return vec3((near.x - far.x) / whole.x, (far.y - near.y) / whole.x, (near.z - far.z) / whole.z);
}

// Of one body, without the others.
PBF_FN WallTerm body_density(uint k, vec3 x) {
    WallTerm term;
    uint at = solid_at(k);
    if (is_mesh(at)) {
        MeshSample s = mesh_sample(at, to_local(at, x - vec3(solid[at])));
        term.fraction = params.solid_weight * s.share;
        term.gradient = params.solid_weight * to_world(at, s.gradient);
        term.gradient_sq = wall_sample(0u, s.distance).z;
        return term;
    }
    SolidPoint p = solid_point(at, x);
    if (is_round(at)) {
        vec4 a = wall_sample((k + 1u) * PBF_WALL_SAMPLES, p.distance);
        term.fraction = a.x;
        term.gradient = (-a.y) * to_world(at, p.normal);
        term.gradient_sq = a.z;
        return term;
    }
    vec4 whole = TEXEL(wall_table, 0u);
    vec4 half_size = solid[at + 4u];
    vec3 a = slab_share(p.local.x, half_size.x, whole);
    vec3 b = slab_share(p.local.y, half_size.y, whole);
    vec3 c = slab_share(p.local.z, half_size.z, whole);
    term.fraction = whole.x * (a.x * b.x * c.x);
    term.gradient = to_world(at, whole.x * vec3(a.y * b.x * c.x, a.x * b.y * c.x, a.x * b.x * c.y));
    term.gradient_sq = whole.z * (a.z * b.z * c.z);
    return term;
}

struct BodiesTerm {
    WallTerm sum;
    float body;  // 1 + the body that adds most; 0: none adds 1e-6
};

// Of the first `count` bodies.
PBF_FN BodiesTerm bodies_density(vec3 x, uint count) {
    BodiesTerm all;
    all.sum.gradient = vec3(0.0f, 0.0f, 0.0f);
    all.sum.fraction = 0.0f;
    all.sum.gradient_sq = 0.0f;
    all.body = 0.0f;
    float most = 0.0f;
    for (uint k = 0u; k < count; ++k) {
        uint at = solid_at(k);
        if (gap_to_sphere(at, x) > reach_of_density(at)) continue;
        WallTerm term = body_density(k, x);
        all.sum = united(all.sum, term);
        // By more than devices round differently: of bodies that add the same the first counts, of none that adds nothing.
        if (term.fraction > most + 1e-6f) {
            most = term.fraction;
            all.body = float(k + 1u);
        }
    }
    return all;
}

// slack: as in PushedOut, of a particle at x.
PBF_FN void keep_term(uint i, BodiesTerm all, vec3 x, float slack) {
    solid_term[3u * i] = vec4(all.sum.gradient, all.sum.fraction);
    solid_term[3u * i + 1u] = vec4(all.sum.gradient_sq, all.body, 0.0f, 0.0f);
    solid_term[3u * i + 2u] = vec4(x, slack);
}

#endif
