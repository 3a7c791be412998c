// All boundary particles, as spheres.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/sphere_sprite.glsl"

layout(std430, set = 1, binding = BOUNDARY_POSITION) restrict readonly buffer Position { vec4 position[]; };

layout(location = 0) flat out vec3 center;  // view space

// Whether x belongs to a wall of the tank that stands between it and the eye.
bool in_the_way(vec3 x) {
    bvec3 below = lessThan(max(x, args.eye.xyz), args.tank_min.xyz);
    bvec3 above = greaterThan(min(x, args.eye.xyz), args.tank_max.xyz);
    return any(below) || any(above);
}

void main() {
    vec3 x = position[sprite_index()].xyz;
    center = to_view(x);
    cover_sphere(center, picture_size());
    if (in_the_way(x)) gl_Position = kNowhere;
}
