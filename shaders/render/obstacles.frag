// A boundary particle's normal, and how far away it is.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"

layout(location = 0) flat in vec3 center;
layout(location = 0) out vec4 surface;   // normal, world space, unit; w: view distance, m
layout(depth_less) out float gl_FragDepth;  // the sprite lies at the sphere's nearest point, depth is reversed

void main() {
    vec3 normal;
    float t = hit_sphere(view_ray(gl_FragCoord.xy, picture_size()), center, args.eye.w, normal);
    if (t <= 0.0) discard;
    gl_FragDepth = min(depth_of(-t), gl_FragCoord.z);  // rounding may exceed it
    surface = vec4(to_world_direction(normal), t);
}
