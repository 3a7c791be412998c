// What bodies of rest density add to ρ_i, ∇_i C_i and Σ|∇C_i|² at x*, for wall_density.glsl: of a round one from its own
// table, against signed distance; of a box from the half space's, as the product of three slabs, each the difference of
// two half spaces, which is exact at an edge or a corner of the box; of a mesh from its field, and Σ|∇C_i|² from the half
// space as near as the mesh, since it affects only how stiff the correction is. Particles that are near no body read their
// bounding spheres alone.
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
    SolidPoint p = solid_point(at, x);
    if (solid[at + 1u].w > 0.0f) {
        vec4 a = wall_sample((k + 1u) * PBF_WALL_SAMPLES, p.distance);
        term.fraction = a.x;
        term.gradient = (-a.y) * to_world(at, p.normal);
        term.gradient_sq = a.z;
        return term;
    }
    if (is_mesh(at)) {
        vec4 field = mesh_sample(at, p.local, 0u, vec4(0.0f, 0.0f, 0.0f, 0.0f));
        term.fraction = field.w;
        term.gradient = to_world(at, vec3(field));
        term.gradient_sq = wall_sample(0u, p.distance).z;
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

PBF_PASS weigh_solids(uint i) {
    vec3 x = vec3(predicted[i]);
    WallTerm sum;
    sum.gradient = vec3(0.0f, 0.0f, 0.0f);
    sum.fraction = 0.0f;
    sum.gradient_sq = 0.0f;
    for (uint k = 0u; k < params.solid_count; ++k)
        if (!far_from_solid(solid_at(k), x, params.support_radius)) sum = united(sum, body_density(k, x));
    solid_term[2u * i] = vec4(sum.gradient, sum.fraction);
    solid_term[2u * i + 1u] = vec4(sum.gradient_sq, 0.0f, 0.0f, 0.0f);
}
