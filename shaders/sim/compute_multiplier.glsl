// The first iteration with gradients at the step's start (multiplier.glsl): C_i and S_i at x*. If there is a coarse pressure,
// it comes first, and needs only these.
#include "sim/multiplier.glsl"
#include "sim/constraint_sums.glsl"

// weight, gradient, gradient_sq: as in with_solids().
PBF_FN void finish_first_multiplier(uint i, float weight, vec3 gradient, float gradient_sq) {
    ConstraintSums all = with_solids(i, vec3(predicted[i]), weight, gradient, gradient_sq);
    finish_multiplier(i, all.rho, all.gradient_sq + params.relaxation, params.coarse_sweeps == 0u);
}

PBF_PASS compute_multiplier(uint i) {
    FluidSums fluid = fluid_sums(i, vec3(predicted[i]));
    finish_first_multiplier(i, fluid.weight, fluid.gradient, fluid.gradient_sq);
}
