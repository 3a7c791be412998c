// A repulsion that keeps particles evenly spread, as a shift of positions that velocities do not see:
//     δ_i = −k_s dt Σ_j m/ρ0 max(0, (W_ij/W(Δq))^n − (W(d)/W(Δq))^n) ∇W_ij,
// the shape of s_corr [MM13] eq. 13, but per second, and zero from the rest distance d on, so that water at rest is left
// alone. Symmetric, so that it keeps the centre of mass.
#ifndef PBF_REPULSION
#define PBF_REPULSION

#include "sim/kernels.glsl"

// The factor of x_i − x_j in δ_i.
PBF_FN float shift_factor(float r_sq) {
    float excess = max(scorr_ratio(kernel_weight(r_sq)) - params.shift_at_rest, 0.0f);
    return -params.shift_scale * excess * kernel_gradient(r_sq);
}

#endif
