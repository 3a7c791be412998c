// Viscosity between two particles: XSPH, and Monaghan's of a kinematic viscosity ν. Both divide the mass by ρ_ij. With the
// mean, (ρ_i + ρ_j)/2 as in [Monaghan92], one half of the pair gains the momentum that the other loses; with the neighbour's
// own, ρ_j as the sources write it, the two differ where densities do.
#ifndef PBF_VISCOSITY
#define PBF_VISCOSITY

#include "sim/kernels.glsl"

PBF_FN float pair_density(float density_i, float density_j) {
    return density_j + params.own_density_share * (density_i - density_j);
}

// XSPH, [MM13] eq. 17 normalised by volume, m/ρ_ij W_ij: the factor of v_j − v_i, without c.
PBF_FN float xsph_weight(float density_ij, float r_sq) {
    return params.particle_mass / density_ij * kernel_weight(r_sq);
}

// 2 (d + 2) ν m/ρ_ij (v_ij·x_ij)/(|x_ij|² + 0.01 h²) ∇W_ij [Monaghan05]: the factor of x_ij in an acceleration. Along the line
// that joins the two, so that it also conserves angular momentum. viscosity_scale holds what a sum over a few neighbours makes
// up for an integral (lattice_viscosity()). approach: v_ij·x_ij.
PBF_FN float viscous_factor(float density_ij, float approach, float r_sq) {
    return params.particle_mass * kernel_gradient(r_sq) * (params.viscosity_scale * approach) /
           (density_ij * (r_sq + 0.01f * params.support_radius_sq));
}

#endif
