// Symplectic Euler prediction, [MM13] Alg. 1 lines 2–3: v ← v + dt·a, |v| ≤ max_speed, x* ← x + dt·v; and x*'s cell.
// The predicted velocity itself is not kept: v ← (x* − x)/dt replaces it. A particle that would pass a wall is stopped
// at the wall. x* decides the cell, so it must be rounded the same on every backend; only a clamped speed is not, since
// drivers round √ and ÷ in their own ways.
#include "sim/grid.glsl"
#include "sim/collision.glsl"
#include "sim/kernels.glsl"

PBF_PASS predict(uint i) {
    PBF_PRECISE vec3 v = vec3(velocity[i]) + params.dt * vec3(params.acceleration);
    float speed_sq = squared_length(v);
    PBF_PRECISE float max_speed_sq = params.max_speed * params.max_speed;
    if (max_speed_sq > 0.0f && speed_sq > max_speed_sq) {
        v = v * (params.max_speed / sqrt(speed_sq));
        tally[i].y += 1u;
    }
    PBF_PRECISE vec3 moved = vec3(position[i]) + params.dt * v;
    vec3 x = push_out_of_planes(moved);
    unsorted_predicted[i] = vec4(x, 0.0f);
    cell[i] = cell_index(cell_coordinate(x));
}
