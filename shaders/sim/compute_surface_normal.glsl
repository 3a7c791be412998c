// n_i = h Σ_j m/ρ_j ∇W_ij [Akinci13] before eq. 3: into the fluid, near 0 within it. Walls do not count: where the fluid
// meets one it has a surface too, whose tension adhesion then reduces (Young and Dupré).
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"

// gradient: Σ_j m/ρ_j ∇W_ij.
PBF_FN void finish_normal(uint i, vec3 gradient) { surface_normal[i] = vec4(params.support_radius * gradient, 0.0f); }

PBF_PASS compute_surface_normal(uint i) {
    vec3 x_i = vec3(predicted[i]);
    vec3 sum = vec3(0.0f, 0.0f, 0.0f);
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) {
        uint j = take_fluid(n);
        vec3 d = x_i - vec3(predicted[j]);
        sum = sum + (params.particle_mass / density[j] * kernel_gradient(squared_length(d))) * d;
    }
    finish_normal(i, sum);
}
