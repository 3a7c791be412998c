// ρ_i and λ_i of the density constraint C_i = ρ_i/ρ0 − 1, [MM13] eq. 1, 2, 8, 11 with masses:
//     λ_i = −C_i / (Σ_j |∇_j C_i|² + Σ_b |∇_b C_i|² + |∇_i C_i|² + ε).
// Boundary particles have ψ_b in place of m [Akinci12]; walls add their half space. ρ_i includes the self term m W(0).
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/boundary_neighborhood.glsl"
#include "sim/wall_density.glsl"

// Adds what the sums over fluid neighbours lack, boundary and walls, and computes the quotient. weight: Σ W with the
// self term; gradient and gradient_sq: over fluid neighbours.
PBF_FN void finish_lambda(uint i, float weight, vec3 gradient, float gradient_sq) {
    vec3 x_i = vec3(predicted[i]);
    float rho = params.particle_mass * weight;
    if (params.boundary_count > 0u) {
        Neighborhood b = boundary_neighbors(i);
        while (next_boundary(b)) {
            vec3 d = x_i - vec3(boundary_position[b.j]);
            float psi = boundary_position[b.j].w;
            float r_sq = squared_length(d);
            float g = psi * params.inv_rest_density * kernel_gradient(r_sq);
            rho += psi * kernel_weight(r_sq);
            gradient = gradient + g * d;
            gradient_sq += g * g * r_sq;
        }
    }
    if (params.wall_density != 0u) {
        WallTerm wall = wall_density(i, x_i);
        rho += params.rest_density * wall.fraction;
        gradient = gradient + wall.gradient;
        gradient_sq += wall.gradient_sq;
    }
    float c = rho * params.inv_rest_density - 1.0f;
    if (params.unilateral != 0u) c = max(c, 0.0f);
    gradient_sq += squared_length(gradient);
    predicted_lambda[i] = vec4(x_i, -c / (gradient_sq + params.relaxation));
    density[i] = rho;
}

PBF_PASS compute_lambda(uint i) {
    vec3 x_i = vec3(predicted[i]);
    float weight = params.self_weight;
    vec3 gradient = vec3(0.0f, 0.0f, 0.0f);  // ∇_i C_i, 1/m
    float gradient_sq = 0.0f;
    Neighborhood n = fluid_neighbors(i);
    while (next_fluid(n)) {
        vec3 d = x_i - vec3(predicted[n.j]);
        float r_sq = squared_length(d);
        float g = params.mass_ratio * kernel_gradient(r_sq);
        weight += kernel_weight(r_sq);
        gradient = gradient + g * d;
        gradient_sq += g * g * r_sq;
    }
    finish_lambda(i, weight, gradient, gradient_sq);
}
