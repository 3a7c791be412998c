// Push-out of bodies after the prediction of x*, and the cell of where x* is then.
#include "sim/grid.glsl"
#include "sim/solid_collision.glsl"

PBF_PASS avoid_solids(uint i) {
    vec3 x = push_out_of_solids(vec3(unsorted_predicted[i]));
    unsorted_predicted[i] = vec4(x, 0.0f);
    cell[i] = cell_index(cell_coordinate(x));
}
