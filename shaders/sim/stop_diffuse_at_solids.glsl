// Push-out of bodies after advect_diffuse, which also removes the velocity into them.
#include "sim/solid_collision.glsl"

PBF_PASS stop_diffuse_at_solids(uint k) {
    vec4 own = diffuse_position[k];
    if (own.w <= 0.0f) return;
    vec3 free = vec3(own);
    vec4 before = diffuse_velocity[k];
    vec3 v = vec3(before);
    PBF_PRECISE vec3 start = free - params.dt * v;
    vec3 x = push_out_of_planes(push_out_of_bodies(start, params.dt, free, params.solid_count).x);
    v = v + params.inv_dt * (x - free);
    diffuse_position[k] = vec4(x, own.w);
    diffuse_velocity[k] = vec4(v, before.w);
}
