// The foam that a particle adds along a ray, partly hidden by water and solids in front of it.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/noise.glsl"

layout(constant_id = 4) const uint SOLIDS = 0u;
layout(constant_id = 5) const bool OBSTACLES = false;

layout(set = 1, binding = WATER_FRONT) uniform sampler2D front;   // view distance, m; 0: no water
layout(set = 1, binding = WATER_BEHIND) uniform sampler2D behind;  // a: view distance of a solid, m
layout(location = 0) flat in vec4 center;  // thickness.vert
layout(location = 1) flat in vec4 sprite;
layout(location = 0) out vec2 sum;         // 0; optical depth; blending adds them up

void main() {
    vec2 from_center = (gl_FragCoord.xy - center.xy) * sprite.x;
    float height_sq = 1.0 - dot(from_center, from_center);
    if (height_sq < 0.0) discard;
    // Bubbles of several sizes, which stay with their particle.
    vec2 at = from_center + 37.0 * center.w;
    float bubbles = 2.5 * smoothstep(0.35, 0.8, 0.6 * noise(3.5 * at) + 0.4 * noise(9.0 * at));
    float foam = sprite.z * height_sq * height_sq * sqrt(height_sq) * bubbles;
    vec2 on_front = gl_FragCoord.xy * sprite.w;
    float surface = texelFetch(front, ivec2(on_front), 0).r;
    if (surface > 0.0) foam *= exp2(-max(0.0, center.z - surface - args.eye.w) / (2.0 * args.eye.w));
    if (SOLIDS > 0u || OBSTACLES) {
        float solid = texelFetch(behind, ivec2(on_front / front_size() * picture_size()), 0).a;
        if (center.z > solid) foam = 0.0;
    }
    sum = vec2(0.0, foam);
}
