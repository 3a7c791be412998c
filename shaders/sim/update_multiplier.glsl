// The iterations after the first with gradients at the step's start (multiplier.glsl): of the neighbours, W alone.
#include "sim/multiplier.glsl"
#include "sim/neighborhood.glsl"
#include "sim/solid_sums.glsl"

PBF_FN void finish_next_multiplier(uint i, float weight) {
    finish_multiplier(i, density_with_solids(i, vec3(predicted[i]), weight), multiplier[i].y, true);
}

PBF_PASS update_multiplier(uint i) {
    vec3 x_i = vec3(predicted[i]);
    float weight = params.self_weight;
    Neighborhood n = fluid_neighbors(i);
    while (next_fluid(n)) weight += kernel_weight(squared_length(x_i - vec3(predicted[n.j])));
    finish_next_multiplier(i, weight);
}
