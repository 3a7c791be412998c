// Push-out of bodies after the prediction of x*, then of planes again, so that a particle between a body and a wall of the
// tank stays in the tank; friction of what pushed; and the cell of where x* is then. w of x* is how much farther it is from
// every body than its density reaches.
#include "sim/grid.glsl"
#include "sim/friction.glsl"
#include "sim/solid_collision.glsl"

PBF_PASS avoid_solids(uint i) {
    vec3 free = vec3(unsorted_predicted[i]);
    vec3 inside = free;
    if (rubs()) inside = push_out_of_planes(free);
    PushedOut from = push_out_of_bodies(vec3(position[i]), params.dt, inside, params.solid_count);
    vec3 x = push_out_of_planes(from.x);
    vec3 by_body = from.x - inside;
    float slack = from.slack;
    if (rubs()) {
        PBF_PRECISE vec3 push = x - free;
        vec3 move = friction_move(x, vec3(position[i]), push, from.body);
        PBF_PRECISE vec3 rubbed = x + move;
        x = push_out_of_planes(rubbed);
        by_body = by_body + move;
        float moved_sq = squared_length(move);
        PBF_PRECISE float left = slack - moved_sq * portable_inverse_sqrt(max(moved_sq, 1e-20f));
        slack = left;
    }
    unsorted_predicted[i] = vec4(x, slack);
    cell[i] = cell_index(cell_coordinate(x));
    if (!reacts()) return;
    avoided[i] = vec4(by_body, from.body);
    contact[i] = vec4(0.0f, 0.0f, 0.0f, 0.0f);
}
