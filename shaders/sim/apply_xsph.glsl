// Viscosity: XSPH, v_i ← v_i + c Σ_j m/ρ_ij (v_j − v_i) W_ij, and dt times Monaghan's (viscosity.glsl). Reads the old
// velocities from one array and writes the new ones to another: in place there would be a race. And how far particles that
// are too close to each other are to be moved apart (repulsion.glsl). The pressure goes with the velocity: p = −Λ ρ0/dt²
// (multiplier.glsl), of which the next step may begin with a part.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/repulsion.glsl"
#include "sim/viscosity.glsl"

// Applies the finished sums over the neighbours: of m/ρ_ij W_ij (v_j − v_i), m/s; of Monaghan's acceleration, m/s²; and of
// the shift, m.
PBF_FN void finish_xsph(uint i, vec3 smoothing, vec3 viscous, vec3 apart) {
    float pressure = params.start_gradients != 0u ? 0.0f - params.multiplier_pressure * multiplier[i].x : 0.0f;
    velocity[i] = vec4(vec3(velocity_star[i]) + params.xsph_c * smoothing + params.dt * viscous, pressure);
    if (params.shift_scale > 0.0f) shift[i] = vec4(apart, 0.0f);
}

PBF_PASS apply_xsph(uint i) {
    vec4 x_i = position[i];
    vec3 v_i = vec3(velocity_star[i]);
    vec3 smoothing = vec3(0.0f, 0.0f, 0.0f);
    vec3 viscous = vec3(0.0f, 0.0f, 0.0f);
    vec3 apart = vec3(0.0f, 0.0f, 0.0f);
    bool needs_gradient = params.viscosity_scale > 0.0f || params.shift_scale > 0.0f;
    if (params.xsph_c > 0.0f || needs_gradient) {
        Neighborhood n = fluid_neighbors(i);
        while (next_fluid(n)) {
            vec4 x_j = position[n.j];
            vec3 d = vec3(x_i) - vec3(x_j);
            vec3 v = vec3(velocity_star[n.j]) - v_i;
            float r_sq = squared_length(d);
            float rho_ij = pair_density(x_i.w, x_j.w);
            smoothing = smoothing + xsph_weight(rho_ij, r_sq) * v;
            if (needs_gradient) {
                float approach = -(v.x * d.x + v.y * d.y + v.z * d.z);
                viscous = viscous + viscous_factor(rho_ij, approach, r_sq) * d;
                apart = apart + shift_factor(r_sq) * d;
            }
        }
    }
    finish_xsph(i, smoothing, viscous, apart);
}
