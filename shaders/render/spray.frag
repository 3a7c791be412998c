#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/tone.glsl"

layout(constant_id = 1) const uint SUPERSAMPLE = 1u;

layout(set = 1, binding = WATER_FRONT) uniform sampler2D front;  // view distance, m; 0: no water
layout(set = 1, binding = WATER_BEHIND) uniform sampler2D behind;  // a: view distance of a solid, m
layout(constant_id = 4) const uint SOLIDS = 0u;
layout(constant_id = 5) const bool OBSTACLES = false;
layout(location = 0) flat in vec3 center;
layout(location = 1) flat in vec4 shape;  // spray.vert
layout(location = 0) out vec4 color;      // premultiplied

void main() {
    vec2 from = gl_FragCoord.xy - center.xy;
    from -= shape.xy * clamp(dot(from, shape.xy) / max(dot(shape.xy, shape.xy), 1e-6), -1.0, 1.0);
    float q = dot(from, from) * shape.z * shape.z;
    float surface = texelFetch(front, ivec2(gl_FragCoord.xy) * int(SUPERSAMPLE), 0).r;
    if (q > 1.0 || (surface > 0.0 && center.z > surface + args.eye.w)) discard;
    if ((SOLIDS > 0u || OBSTACLES) && center.z > texelFetch(behind, ivec2(gl_FragCoord.xy), 0).a) discard;
    float alpha = 1.0 - exp(-shape.w * (1.0 - q));
    color = vec4(tone_map(args.sky_light.w * foam_light(1.0)) * alpha, alpha);
}
