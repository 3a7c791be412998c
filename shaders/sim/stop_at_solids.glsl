// Push-out of bodies after advect, which also removes the velocity into them.
#include "sim/solid_collision.glsl"

PBF_PASS stop_at_solids(uint i) {
    vec3 free = vec3(predicted[i]);
    vec4 before = velocity[i];
    vec3 v = vec3(before);
    PBF_PRECISE vec3 start = free - params.dt * v;
    vec3 x = push_out_of_planes(push_out_of_bodies(start, params.dt, free, params.solid_count).x);
    v = v + params.inv_dt * (x - free);
    position[i] = vec4(x, position[i].w);
    velocity[i] = vec4(v, before.w);
    velocity_star[i] = vec4(v, 0.0f);
    predicted[i] = vec4(x, predicted[i].w);
}
