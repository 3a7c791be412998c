// The particles where they are: x* ← x, and its cell. Methods that find neighbours before they move begin with it, and
// so does the measurement of a state at rest.
#include "sim/grid.glsl"

PBF_PASS locate(uint i) {
    vec3 x = vec3(position[i]);
    unsorted_predicted[i] = vec4(x, 0.0f);
    cell[i] = cell_index(cell_coordinate(x));
}
