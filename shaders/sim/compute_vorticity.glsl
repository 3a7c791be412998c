// ω_i = ∇ × v. A (seed paper eq. 11): Σ_j m/ρ_j (v_j − v_i) × ∇_{p_j} W_ij; B (eq. 14) with m/ρ0 for m/ρ_j.
// ∇_{p_j} W_ij = −∇_i W_ij: with the other sign a rigid rotation Ω would give −2Ω.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"

PBF_PASS compute_vorticity(uint i) {
    vec3 x_i = vec3(position[i]);
    vec3 v_i = vec3(velocity_star[i]);
    vec3 curl = vec3(0.0f, 0.0f, 0.0f);
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) {
        uint j = take_fluid(n);
        vec4 x_j = position[j];
        vec3 d = x_i - vec3(x_j);
        float volume = params.vorticity_form == 1u ? params.particle_mass / x_j.w : params.mass_ratio;
        float g = volume * kernel_gradient(squared_length(d));
        curl = curl - g * cross(vec3(velocity_star[j]) - v_i, d);
    }
    vorticity[i] = vec4(curl, length(curl));
}
