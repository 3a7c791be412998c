// ρ_i and λ_i of the density constraint C_i = ρ_i/ρ0 − 1, [MM13] eq. 1, 2, 8, 11 with masses:
//     λ_i = −C_i / (Σ_j |∇_j C_i|² + Σ_b |∇_b C_i|² + |∇_i C_i|² + ε).
// Boundary particles have ψ_b in place of m [Akinci12]; walls add their half space. ρ_i includes the self term m W(0).
#include "sim/constraint_sums.glsl"

// weight, gradient, gradient_sq: as in with_solids().
PBF_FN void finish_lambda(uint i, float weight, vec3 gradient, float gradient_sq) {
    vec3 x_i = vec3(predicted[i]);
    ConstraintSums all = with_solids(i, x_i, weight, gradient, gradient_sq);
    float c = all.rho * params.inv_rest_density - 1.0f;
    if (params.unilateral != 0u) c = max(c, 0.0f);
    predicted_lambda[i] = vec4(x_i, -c / (all.gradient_sq + params.relaxation));
    density[i] = all.rho;
}

PBF_PASS compute_lambda(uint i) {
    FluidSums fluid = fluid_sums(i, vec3(predicted[i]));
    finish_lambda(i, fluid.weight, fluid.gradient, fluid.gradient_sq);
}
