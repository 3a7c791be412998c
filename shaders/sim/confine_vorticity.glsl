// Vorticity confinement, [MM13] eq. 16: v ← v + dt ε_v (N × ω), N = η/|η|; η = 0 gives no force.
// A (seed paper eq. 13): η = Σ_j m/ρ_j |ω_j| ∇W_ij; B (eq. 15): η = ∇|ω| = Σ_j m/ρ0 (|ω_j| − |ω_i|) ∇W_ij.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"

PBF_PASS confine_vorticity(uint i) {
    vec3 x_i = vec3(position[i]);
    float omega_i = vorticity[i].w;
    vec3 eta = vec3(0.0f, 0.0f, 0.0f);
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) {
        uint j = take_fluid(n);
        vec4 x_j = position[j];
        vec3 d = x_i - vec3(x_j);
        float omega_j = vorticity[j].w;
        float strength = params.vorticity_form == 1u ? omega_j * (params.particle_mass / x_j.w)
                                                     : (omega_j - omega_i) * params.mass_ratio;
        eta = eta + (strength * kernel_gradient(squared_length(d))) * d;
    }
    float eta_length = length(eta);
    if (eta_length <= 0.0f) return;
    vec3 force = params.vorticity_epsilon * cross(eta / eta_length, vec3(vorticity[i]));
    velocity_star[i] = vec4(vec3(velocity_star[i]) + params.dt * force, velocity_star[i].w);
}
