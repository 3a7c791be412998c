// A particle whose x* is in a sink is assigned the cell behind the last. The sort puts it behind the living particles,
// whose number is where that cell begins (count_living).
#include "sim/sinks.glsl"

PBF_PASS drain(uint i) {
    if (is_in_sink(vec3(unsorted_predicted[i]))) cell[i] = params.cell_count;
}
