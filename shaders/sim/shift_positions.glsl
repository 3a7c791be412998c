// Moves particles by the shift that apply_xsph found, without giving them velocity, and not into solids.
#include "sim/out_of_reach.glsl"
#include "sim/solid_collision.glsl"

PBF_PASS shift_positions(uint i) {
    vec4 x_i = position[i];
    vec3 x = push_out_of_planes(vec3(x_i) + vec3(shift[i]));
    uint near = 0u;
    if (params.solid_count != 0u) near = out_of_reach(i, x) ? 0u : params.solid_count;
    for (uint once = 0u; once < min(near, 1u); ++once)
        x = push_out_of_planes(push_out_of_bodies(vec3(x_i), 0.0f, x, near).x);
    position[i] = vec4(x, x_i.w);
}
