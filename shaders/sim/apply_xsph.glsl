// Viscosity: XSPH, v_i ← v_i + c Σ_j m/ρ_ij (v_j − v_i) W_ij, and dt times Monaghan's (viscosity.glsl). Reads the old
// velocities from one array and writes the new ones to another: in place there would be a race. And how far particles that
// are too close to each other are to be moved apart (repulsion.glsl).
//     The pressure goes with the velocity, and is smoothed once as XSPH smooths velocities, with c = 1: the multipliers also
// hold what the iterations made of noise in the density, from one particle to the next, and a step that begins with a part
// of that (begin_multiplier.glsl) would add to it instead of forgetting it, so that deep water never comes to rest.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/repulsion.glsl"
#include "sim/viscosity.glsl"

// Applies the finished sums over the neighbours: how much the velocity changes, m/s, how far the particle is to be shifted,
// m, and how much the pressure changes, Pa.
PBF_FN void finish_xsph(uint i, vec3 change, vec3 apart, float smoothing) {
    vec4 before = velocity_star[i];
    velocity[i] = vec4(vec3(before) + change, before.w + smoothing);
    if (params.shift_scale > 0.0f) shift[i] = vec4(apart, 0.0f);
}

PBF_PASS apply_xsph(uint i) {
    vec4 x_i = position[i];
    vec4 v_i = velocity_star[i];
    vec3 change = vec3(0.0f, 0.0f, 0.0f);
    vec3 apart = vec3(0.0f, 0.0f, 0.0f);
    float smoothing = 0.0f;
    bool needs_gradient = params.viscosity_scale > 0.0f || params.shift_scale > 0.0f;
    if (params.xsph_c > 0.0f || needs_gradient || params.start_gradients != 0u) {
        Neighborhood n = fluid_neighbors(i);
        while (has_fluid(n)) {
            uint j = take_fluid(n);
            vec4 x_j = position[j];
            vec4 v_j = velocity_star[j];
            vec3 d = vec3(x_i) - vec3(x_j);
            vec3 v = vec3(v_j) - vec3(v_i);
            float r_sq = squared_length(d);
            float rho_ij = pair_density(x_i.w, x_j.w);
            float weight = xsph_weight(rho_ij, r_sq);
            change = change + (params.xsph_c * weight) * v;
            smoothing += weight * (v_j.w - v_i.w);
            if (needs_gradient) {
                float approach = -(v.x * d.x + v.y * d.y + v.z * d.z);
                change = change + (params.dt * viscous_factor(rho_ij, approach, r_sq)) * d;
                apart = apart + shift_factor(r_sq) * d;
            }
        }
    }
    finish_xsph(i, change, apart, smoothing);
}
