// Symplectic Euler prediction, [MM13] Alg. 1 lines 2–3: v ← v + dt·a, |v| ≤ max_speed, x* ← x + dt·v; and x*'s cell.
// The predicted velocity itself is not kept: v ← (x* − x)/dt replaces it. What a wall stopped starts at the wall.
#include "sim/grid.glsl"
#include "sim/collision.glsl"

PBF_PASS predict(uint i) {
    vec3 v = vec3(velocity[i]) + params.dt * vec3(params.acceleration);
    float speed = length(v);
    if (params.max_speed > 0.0f && speed > params.max_speed) {
        v = v * (params.max_speed / speed);
        tally[i].y += 1u;
    }
    vec3 x = push_out(vec3(position[i]) + params.dt * v);
    unsorted_predicted[i] = vec4(x, 0.0f);
    cell[i] = cell_index(cell_coordinate(x));
}
