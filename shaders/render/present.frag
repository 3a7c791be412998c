// Copies the picture into the window, pixel by pixel.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/srgb.glsl"

layout(constant_id = 0) const uint TARGET_ENCODES = 0u;  // 1: the window's format encodes sRGB itself

layout(set = 0, binding = ONLY_BINDING) uniform sampler2D picture;
layout(location = 0) out vec4 color;

void main() {
    vec3 linear = texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb;
    color = vec4(TARGET_ENCODES == 1u ? linear : srgb_of(linear), 1.0);
}
