// The first iteration with gradients at the step's start (multiplier.glsl): C_i and S_i at x*. If there is a coarse pressure,
// it comes first, and needs only these.
#include "sim/multiplier.glsl"
#include "sim/neighborhood.glsl"
#include "sim/solid_sums.glsl"

// weight, gradient, gradient_sq: as in with_solids().
PBF_FN void finish_first_multiplier(uint i, float weight, vec3 gradient, float gradient_sq) {
    ConstraintSums all = with_solids(i, vec3(predicted[i]), weight, gradient, gradient_sq);
    finish_multiplier(i, all.rho, all.gradient_sq + params.relaxation, params.coarse_sweeps == 0u);
}

PBF_PASS compute_multiplier(uint i) {
    vec3 x_i = vec3(predicted[i]);
    float weight = params.self_weight;
    vec3 gradient = vec3(0.0f, 0.0f, 0.0f);
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
    finish_first_multiplier(i, weight, gradient, gradient_sq);
}
