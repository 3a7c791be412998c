// Push-out of bodies after the prediction of x*, then of planes again, so that a particle between a body and a wall of the
// tank stays in the tank; and the cell of where x* is then. w of x* is how much farther it is from every body than its
// density reaches.
#include "sim/grid.glsl"
#include "sim/solid_collision.glsl"

PBF_PASS avoid_solids(uint i) {
    vec3 free = vec3(unsorted_predicted[i]);
    PushedOut from = push_out_of_bodies(free, params.solid_count);
    vec3 x = push_out_of_planes(from.x);
    unsorted_predicted[i] = vec4(x, from.slack);
    cell[i] = cell_index(cell_coordinate(x));
    if (params.reaction_count == 0u) return;
    avoided[i] = vec4(from.x - free, from.body);
    contact[i] = vec4(0.0f, 0.0f, 0.0f, 0.0f);
}
