// ρ_ij, the density by which a pair's viscosity divides the mass. With the mean, (ρ_i + ρ_j)/2 as in [Monaghan92], one half
// of the pair gains the momentum that the other loses; with the neighbour's own, ρ_j as the sources write it, they differ
// where densities do.
#ifndef PBF_PAIR_DENSITY_GLSL
#define PBF_PAIR_DENSITY_GLSL
#include "sim/language.glsl"

PBF_FN float pair_density(float density_i, float density_j) {
    return density_j + params.own_density_share * (density_i - density_j);
}

#endif
