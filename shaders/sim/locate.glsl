// x* ← x, and its cell: the particles where they are now. Methods that find neighbours before they move begin with this
// pass, and so does a measurement.
#include "sim/grid.glsl"

PBF_PASS locate(uint i) {
    vec3 x = vec3(position[i]);
    unsorted_predicted[i] = vec4(x, 0.0f);
    cell[i] = cell_index(cell_coordinate(x));
}
