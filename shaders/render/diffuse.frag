// All dots have one colour before the water in front of them absorbs it, so that it hardly matters in which order they are
// blended.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/absorption.glsl"
#include "render/tone.glsl"

layout(constant_id = 1) const uint SUPERSAMPLE = 1u;
layout(constant_id = 4) const uint SOLIDS = 0u;
layout(constant_id = 5) const bool OBSTACLES = false;

layout(set = 1, binding = DIFFUSE_FRONT) uniform sampler2D front;    // view distance, m; 0: no water
layout(set = 1, binding = DIFFUSE_BEHIND) uniform sampler2D behind;  // a: view distance of a solid, m
layout(location = 0) flat in vec4 center;  // diffuse.vert
layout(location = 1) flat in vec4 shape;
layout(location = 0) out vec4 color;       // premultiplied

void main() {
    vec2 from = gl_FragCoord.xy - center.xy;
    from -= shape.xy * clamp(dot(from, shape.xy) / max(dot(shape.xy, shape.xy), 1e-6), -1.0, 1.0);
    float q = dot(from, from) * shape.z * shape.z;
    if (q > 1.0) discard;
    if ((SOLIDS > 0u || OBSTACLES) && center.z > texelFetch(behind, ivec2(gl_FragCoord.xy), 0).a) discard;
    float profile = mix(1.0 - q, 0.3 + 1.4 * q * q, center.w);  // a bubble's rim mirrors
    float alpha = 1.0 - exp(-shape.w * profile);
    float surface = texelFetch(front, ivec2(gl_FragCoord.xy) * int(SUPERSAMPLE), 0).r;
    float below = surface > 0.0 ? max(center.z - surface - 2.0 * args.eye.w, 0.0) : 0.0;  // m of water before it
    vec3 through = transmittance(below);
    color = vec4(tone_map(args.sky_light.w * foam_light() * through) * alpha, alpha) * through.g;
}
