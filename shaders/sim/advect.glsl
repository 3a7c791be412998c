// The second half of symplectic Euler, x_i ← x_i + dt v_i, and collision: a particle pushed out of a plane loses the
// velocity that took it there. From here on the state is in sorted order; predicted is updated too, so that quantities
// derived from the step (vorticity, ellipsoids) describe the particles where they are.
#include "sim/collision.glsl"

PBF_PASS advect(uint i) {
    vec4 before = velocity[i];
    vec3 v = vec3(before);
    // A device that rounds x + dt v once, or twice, finds another push-out; dt divides the difference.
    PBF_PRECISE vec3 free = vec3(predicted[i]) + params.dt * v;
    vec3 x = push_out_of_planes(free);
    v = v + params.inv_dt * (x - free);
    position[i] = vec4(x, density[i]);
    velocity[i] = vec4(v, before.w);
    velocity_star[i] = vec4(v, 0.0f);
    predicted[i] = vec4(x, predicted[i].w);
    id[i] = sorted_id[i];
}
