// ρ_i = Σ_j m W_ij + Σ_b ψ_b W_ib + walls, the self term m W(0) included, [Monaghan05], [Akinci12].
#include "sim/constraint_sums.glsl"

PBF_PASS compute_density(uint i) {
    vec3 x_i = vec3(predicted[i]);
    density[i] = density_with_solids(i, x_i, fluid_weight(i, x_i));
}
