// Push-out of bodies after a correction of x*, and what they add to the density at the new x* (solid_density.glsl).
#include "sim/out_of_reach.glsl"
#include "sim/solid_collision.glsl"
#include "sim/solid_density.glsl"

PBF_PASS leave_solids(uint i) {
    vec3 free = vec3(predicted[i]);
    // Loops over no bodies, not an early return: some drivers would go through the rest of the pass all the same.
    uint near = out_of_reach(i, free) ? 0u : params.solid_count;
    PushedOut from = push_out_of_bodies(vec3(previous[i]), params.dt, free, near);
    for (uint once = 0u; once < min(near, 1u); ++once) {
        vec3 x = push_out_of_planes(from.x);
        predicted[i] = vec4(x, predicted[i].w);
        keep_term(i, bodies_density(x, near), x, from.slack);
        if (reacts() && from.body > 0.0f)
            contact[i] = vec4(vec3(contact[i]) + (from.x - free), from.body);
    }
}
