// WCSPH's momentum equation and the first half of symplectic Euler, v_i ← v_i + dt a_i + XSPH:
//     a_i = g − Σ_j m F_ij ∇W_ij + 2 (d + 2) ν Σ_j m/ρ_ij (v_ij·x_ij)/(|x_ij|² + 0.01 h²) ∇W_ij.
// F is that of equation_of_state.glsl, ρ_ij that of viscosity.glsl. Walls and boundary particles respond with the particle's own pressure at rest
// density [Akinci12], without friction. XSPH is the "cheap" viscosity c Σ_j m/ρ_ij (v_j − v_i) W_ij.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/boundary_neighborhood.glsl"
#include "sim/wall_density.glsl"
#include "sim/equation_of_state.glsl"
#include "sim/viscosity.glsl"

PBF_PASS accelerate(uint i) {
    vec3 x_i = vec3(predicted[i]);
    vec3 v_i = vec3(velocity_star[i]);
    float rho_i = density[i];
    float p_i = tait_pressure(rho_i);
    vec3 a = vec3(params.acceleration);
    vec3 smoothing = vec3(0.0f, 0.0f, 0.0f);
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) {
        uint j = take_fluid(n);
        vec3 d = x_i - vec3(predicted[j]);
        vec3 v = v_i - vec3(velocity_star[j]);
        float rho_j = density[j];
        float r_sq = squared_length(d);
        float approach = v.x * d.x + v.y * d.y + v.z * d.z;
        float rho_ij = pair_density(rho_i, rho_j);
        float pressure = pressure_factor(p_i, rho_i, tait_pressure(rho_j), rho_j);
        a = a + (viscous_factor(rho_ij, approach, r_sq) - params.particle_mass * kernel_gradient(r_sq) * pressure) * d;
        smoothing = smoothing - xsph_weight(rho_ij, r_sq) * v;
    }
    float mirrored = pressure_factor(p_i, rho_i, p_i, params.rest_density);
    if (params.boundary_count > 0u) {
        Neighborhood b = boundary_neighbors(i);
        while (next_boundary(b)) {
            vec4 x_b = boundary_position[b.j];
            vec3 d = x_i - vec3(x_b);
            a = a - (x_b.w * mirrored * kernel_gradient(squared_length(d))) * d;
        }
    }
    if (params.wall_density != 0u) a = a - (params.rest_density * mirrored) * wall_density(i, x_i).gradient;
    velocity[i] = vec4(v_i + params.dt * a + params.xsph_c * smoothing, p_i);
}
