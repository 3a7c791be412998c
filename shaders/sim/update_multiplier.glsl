// The iterations after the first with gradients at the step's start (multiplier.glsl): of the neighbours, W alone.
#include "sim/multiplier.glsl"
#include "sim/constraint_sums.glsl"

PBF_FN void finish_next_multiplier(uint i, float weight) {
    finish_multiplier(i, density_with_solids(i, vec3(predicted[i]), weight), multiplier[i].y, true);
}

PBF_PASS update_multiplier(uint i) { finish_next_multiplier(i, fluid_weight(i, vec3(predicted[i]))); }
