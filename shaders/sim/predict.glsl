// Symplectic Euler prediction, [MM13] Alg. 1 lines 2–3: v ← v + dt·a, |v| ≤ max_speed, x* ← x + dt·v; and x*'s cell.
// The predicted velocity itself is not kept: v ← (x* − x)/dt replaces it. A particle that would pass a wall is stopped
// at the wall; with friction by avoid_solids, which then needs to know how far. x* decides the cell, so it must be rounded
// the same on every backend; only a clamped speed is not, since drivers round √ and ÷ in their own ways.
#include "sim/grid.glsl"
#include "sim/collision.glsl"
#include "sim/prediction.glsl"

PBF_PASS predict(uint i) {
    Prediction p = predicted_velocity(vec3(velocity[i]));
    if (p.clamped) tally[i].y += 1u;
    PBF_PRECISE vec3 x = vec3(position[i]) + params.dt * p.velocity;
    if (!(params.friction > 0.0f)) x = push_out_of_planes(x);
    unsorted_predicted[i] = vec4(x, 0.0f);
    cell[i] = cell_index(cell_coordinate(x));
}
