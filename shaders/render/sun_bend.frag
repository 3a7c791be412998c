// How far the water's surface moves a ray of the sun on the floor, in coordinates of the sun's map, beyond where it would
// arrive through level water. Through the tank's sides, and through drops, light goes straight on.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/sun_front.glsl"

layout(constant_id = 1) const uint SIZE = 1u;  // texels along an edge of this map

layout(set = 1, binding = LIGHT_FROM) uniform sampler2D sun_front;  // sun_front.glsl
layout(location = 0) out vec2 moved;

vec2 front_at(ivec2 at) { return texelFetch(sun_front, clamp(at, ivec2(0), ivec2(SIZE) - 1), 0).rg; }

vec3 place(ivec2 at, float depth) { return from_light(args.sun, (vec2(at) + 0.5) / float(SIZE), depth); }

// Along an axis, from one neighbour to the other.
vec3 across(ivec2 at, ivec2 step) {
    return place(at + step, front_at(at + step).y) - place(at - step, front_at(at - step).y);
}

// Where a ray in the water that is refracted by such a surface arrives, per m of height, m.
vec2 slant(vec3 normal) {
    vec3 ray = refract(-args.sun.toward.xyz, normal, 1.0 / args.index);
    return ray.xz / max(0.2, -ray.y);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec2 here = front_at(at);
    moved = vec2(0.0);
    float radius = args.eye.w;
    vec3 x = place(at, here.y), inside = min(x - args.tank_min.xyz, args.tank_max.xyz - x);
    float share = smoothstep(2.0 * radius, 5.0 * radius, here.x) *
                  smoothstep(3.0 * radius, 8.0 * radius, min(inside.x, inside.z));
    if (share <= 0.0) return;
    int step = front_step(SIZE);
    vec3 normal = normalize(cross(across(at, ivec2(step, 0)), across(at, ivec2(0, step))));
    normal = dot(normal, args.sun.toward.xyz) < 0.0 ? -normal : normal;
    // What is steeper is no surface, but where one ends behind another.
    share *= smoothstep(0.5, 0.75, normal.y);
    vec2 m = (slant(normal) - slant(vec3(0.0, 1.0, 0.0))) * (args.caustics * share * max(0.0, x.y - args.floor_y));
    vec3 on_floor = vec3(m.x, 0.0, m.y);
    moved = 0.5 * vec2(args.sun.right.w * dot(args.sun.right.xyz, on_floor),
                       args.sun.up.w * dot(args.sun.up.xyz, on_floor));
}
