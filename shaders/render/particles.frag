// The exact sphere inside its sprite: depth by ray and sphere, and the particle's index + 1.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"

layout(location = 0) flat in vec3 center;
layout(location = 1) flat in uint particle;
layout(location = 0) out uint visible;
layout(depth_less) out float gl_FragDepth;  // the sprite lies at the sphere's nearest point, depth is reversed

void main() {
    vec3 normal;
    float t = hit_sphere(view_ray(gl_FragCoord.xy, sample_size()), center, args.eye.w, normal);
    if (t <= 0.0) discard;
    gl_FragDepth = min(depth_of(-t), gl_FragCoord.z);  // rounding may exceed it
    visible = particle + 1u;
}
