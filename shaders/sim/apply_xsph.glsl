// XSPH viscosity, [MM13] eq. 17 normalised by volume: v_i ← v_i + c Σ_j m/ρ_ij (v_j − v_i) W_ij, with ρ_ij of
// pair_density.glsl. Reads the old velocities from one array and writes the new ones to another: in place there would be
// a race.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/pair_density.glsl"

// The factor of v_j − v_i, without c.
PBF_FN float xsph_weight(float density_i, float density_j, float r_sq) {
    return params.particle_mass / pair_density(density_i, density_j) * kernel_weight(r_sq);
}

// Applies the finished sum over the neighbours.
PBF_FN void finish_xsph(uint i, vec3 smoothing) {
    velocity[i] = vec4(vec3(velocity_star[i]) + params.xsph_c * smoothing, 0.0f);
}

PBF_PASS apply_xsph(uint i) {
    vec3 v_i = vec3(velocity_star[i]);
    vec3 smoothing = vec3(0.0f, 0.0f, 0.0f);
    if (params.xsph_c > 0.0f) {
        vec4 x_i = position[i];
        Neighborhood n = fluid_neighbors(i);
        while (next_fluid(n)) {
            vec4 x_j = position[n.j];
            float weight = xsph_weight(x_i.w, x_j.w, squared_length(vec3(x_i) - vec3(x_j)));
            smoothing = smoothing + weight * (vec3(velocity_star[n.j]) - v_i);
        }
    }
    finish_xsph(i, smoothing);
}
