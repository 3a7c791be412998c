// ρ_i = Σ_j m W_ij + Σ_b ψ_b W_ib + walls, the self term m W(0) included, [Monaghan05], [Akinci12].
#include "sim/neighborhood.glsl"
#include "sim/solid_sums.glsl"

PBF_PASS compute_density(uint i) {
    vec3 x_i = vec3(predicted[i]);
    float weight = params.self_weight;
    Neighborhood n = fluid_neighbors(i);
    while (next_fluid(n)) weight += kernel_weight(squared_length(x_i - vec3(predicted[n.j])));
    density[i] = density_with_solids(i, x_i, weight);
}
