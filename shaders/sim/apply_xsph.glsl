// XSPH viscosity, [MM13] eq. 17 normalised by volume: v_i ← v_i + c Σ_j m/ρ_j (v_j − v_i) W_ij. Reads the old
// velocities and writes the new ones: in place it would be a race.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"

PBF_PASS apply_xsph(uint i) {
    vec3 v_i = vec3(velocity_star[i]);
    vec3 smoothing = vec3(0.0f, 0.0f, 0.0f);
    if (params.xsph_c > 0.0f) {
        vec3 x_i = vec3(position[i]);
        Neighborhood n = fluid_neighbors(i);
        while (next_fluid(n)) {
            vec4 x_j = position[n.j];
            float w = kernel_weight(squared_length(x_i - vec3(x_j)));
            smoothing = smoothing + (params.particle_mass / x_j.w * w) * (vec3(velocity_star[n.j]) - v_i);
        }
    }
    velocity[i] = vec4(v_i + params.xsph_c * smoothing, 0.0f);
}
