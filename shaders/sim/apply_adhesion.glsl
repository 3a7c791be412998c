// Adhesion [Akinci13] eq. 6, 7: v_i ← v_i − dt β Σ_b ψ_b A(r) r̂_ib, with A(r) = (−4r²/h² + 6r/h − 2)^¼ between h/2 and
// h. Toward planes and bodies it is the same integrated over what is solid (wall_table's w): of a plane or a round body
// exactly, of a box and a mesh as of a half space at its signed distance.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/boundary_neighborhood.glsl"
#include "sim/solid.glsl"
#include "sim/wall_term.glsl"

// A, without the paper's 0.007/h³.
PBF_FN float adhesion_spline(float q) { return sqrt(sqrt(max(2.0f * (2.0f * q - 1.0f) * (1.0f - q), 0.0f))); }

// −∫A r̂ over planes and bodies: away from them.
PBF_FN vec3 solid_side(vec3 x) {
    vec3 sum = vec3(0.0f, 0.0f, 0.0f);
    uint planes = far_from_planes(x, params.support_radius) ? 0u : params.plane_count;
    for (uint k = 0u; k < planes; ++k) {
        vec3 n = vec3(solid[k]);
        sum = sum + wall_sample(0u, n.x * x.x + n.y * x.y + n.z * x.z - solid[k].w).w * n;
    }
    for (uint k = 0u; k < params.solid_count; ++k) {
        uint at = solid_at(k);
        if (gap_to_sphere(at, x) > params.support_radius) continue;
        SolidPoint p = solid_point(at, x);
        uint table = solid[at + 1u].w > 0.0f ? (k + 1u) * PBF_WALL_SAMPLES : 0u;
        sum = sum + wall_sample(table, p.distance).w * to_world(at, p.normal);
    }
    return sum;
}

PBF_PASS apply_adhesion(uint i) {
    vec3 x_i = vec3(predicted[i]);
    vec3 away = vec3(0.0f, 0.0f, 0.0f);
    if (params.boundary_count > 0u) {
        Neighborhood b = boundary_neighbors(i);
        while (next_boundary(b)) {
            vec4 x_b = boundary_position[b.j];
            vec3 d = x_i - vec3(x_b);
            float r = sqrt(squared_length(d));
            float a = x_b.w * adhesion_spline(r / params.support_radius);
            away = away + (r > 0.0f ? a / r : 0.0f) * d;
        }
        away = params.boundary_adhesion * away;
    }
    if (params.solid_adhesion > 0.0f) away = away + params.solid_adhesion * solid_side(x_i);
    velocity_star[i] = vec4(vec3(velocity_star[i]) - params.dt * away, velocity_star[i].w);
}
