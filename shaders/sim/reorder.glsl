// Physical reordering: neighbours in space become neighbours in memory for the rest of the step.
#include "sim/grid.glsl"

PBF_PASS reorder(uint slot) {
    uint i = source[slot];
    vec4 x = unsorted_predicted[i];
    previous[slot] = vec4(vec3(position[i]), x.w);
    predicted[slot] = vec4(vec3(x), cell_tag(cell[i]));
    sorted_id[slot] = id[i];
}
