// Position correction, [MM13] eq. 12–14, and collision response:
//     Δx_i = Σ_j m/ρ0 (λ_i + λ_j + s_corr) ∇W_ij + λ_i (Σ_b ψ_b/ρ0 ∇W_ib + walls),   x*_i ← push_out(x*_i + Δx_i).
// s_corr = −k (W_ij / W(Δq))^n only ever pushes apart. Jacobi: λ of all particles, and where the gradients are taken, are
// read from predicted_lambda: at x*, or at the step's start (multiplier.glsl).
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/boundary_neighborhood.glsl"
#include "sim/wall_density.glsl"
#include "sim/collision.glsl"

// The factor of x_i − x_j in Δx_i.
PBF_FN float pair_correction(float lambda_i, float lambda_j, float r_sq) {
    float scorr = params.scorr_k * scorr_ratio(kernel_weight(r_sq));
    return (lambda_i + lambda_j - scorr) * (params.mass_ratio * kernel_gradient(r_sq));
}

// Adds what the sum over fluid neighbours lacks: boundary, walls, collision.
PBF_FN void finish_delta_p(uint i, vec3 delta_p) {
    vec3 x_i = vec3(predicted_lambda[i]);
    float lambda_i = predicted_lambda[i].w;
    if (params.boundary_count > 0u) {
        Neighborhood b = boundary_neighbors(i);
        while (next_boundary(b)) {
            vec3 d = x_i - vec3(boundary_position[b.j]);
            float g = boundary_position[b.j].w * params.inv_rest_density * kernel_gradient(squared_length(d));
            delta_p = delta_p + (lambda_i * g) * d;
        }
    }
    if (params.wall_density != 0u) {
        WallTerm wall = wall_density(i, x_i);
        delta_p = delta_p + lambda_i * wall.gradient;
    }
    vec3 x = vec3(predicted[i]) + delta_p;
    if (!(params.friction > 0.0f)) x = push_out_of_planes(x);  // else apply_friction does
    predicted[i] = vec4(x, predicted[i].w);
}

PBF_PASS apply_delta_p(uint i) {
    vec3 x_i = vec3(predicted_lambda[i]);
    float lambda_i = predicted_lambda[i].w;
    vec3 delta_p = vec3(0.0f, 0.0f, 0.0f);
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) {
        uint j = take_fluid(n);
        vec4 xl_j = predicted_lambda[j];
        vec3 d = x_i - vec3(xl_j);
        delta_p = delta_p + pair_correction(lambda_i, xl_j.w, squared_length(d)) * d;
    }
    finish_delta_p(i, delta_p);
}
