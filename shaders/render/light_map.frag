#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/light_map.glsl"

layout(location = 0) flat in vec3 center;
out float gl_FragDepth;

void main() {
    LightView light = light_view();
    vec2 from_center = (gl_FragCoord.xy - center.xy) * light.center.w;  // m
    float height_sq = args.eye.w * args.eye.w - dot(from_center, from_center);
    if (height_sq < 0.0) discard;
    gl_FragDepth = clamp(center.z - 0.5 * light.toward.w * sqrt(height_sq), 0.0, 1.0);
}
