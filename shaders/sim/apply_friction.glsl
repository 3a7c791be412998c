// Friction of solids in an iteration (friction.glsl), with the push-out whose depth it needs: before it, x* may be in
// solids. They push by their density (press_solids.glsl) and out of themselves.
#include "sim/friction.glsl"
#include "sim/solid_collision.glsl"

PBF_PASS apply_friction(uint i) {
    vec3 free = vec3(predicted[i]);
    vec3 inside = push_out_of_planes(free);
    PushedOut from = push_out_of_bodies(vec3(previous[i]), params.dt, inside, params.solid_count);
    vec3 x = push_out_of_planes(from.x);
    float body = from.body > 0.0f ? from.body : pressed[i].w;
    vec3 move = friction_move(x, vec3(previous[i]), vec3(pressed[i]) + (x - free), body);
    predicted[i] = vec4(push_out_of_planes(x + move), predicted[i].w);
    if (reacts() && body > 0.0f)
        contact[i] = vec4(vec3(contact[i]) + (from.x - inside) + move, body);
}
