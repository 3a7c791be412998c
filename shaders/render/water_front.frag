// The exact ellipsoid inside its sprite: how far away it is.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/ellipsoid.glsl"
#include "render/front_sample.glsl"

layout(location = 0) flat in vec4 center;
layout(location = 1) flat in vec3 inverse_squares;
layout(location = 2) flat in vec3 inverse_products;
layout(location = 0) out float view_distance;  // m along the view, and whether of a drop; 0: no water
layout(depth_less) out float gl_FragDepth;     // the sprite lies at the nearest point, depth is reversed

void main() {
    vec3 s = inverse_squares, p = inverse_products;
    view_distance = hit_ellipsoid(view_ray(gl_FragCoord.xy, front_size()), center.xyz,
                                  mat3(s.x, p.x, p.y, p.x, s.y, p.z, p.y, p.z, s.z));
    if (view_distance <= 0.0) discard;
    view_distance = sample_of(view_distance, center.w > 0.5);
    gl_FragDepth = min(depth_of(-view_distance), gl_FragCoord.z);  // rounding may exceed it
}
