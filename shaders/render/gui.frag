// Dear ImGui's triangles: colours in sRGB, coverage from the font atlas; premultiplied, so that the image stays opaque.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/srgb.glsl"

layout(constant_id = 0) const uint TARGET_ENCODES = 0u;  // 1: the window's format encodes sRGB itself

layout(set = 0, binding = ONLY_BINDING) uniform sampler2D atlas;
layout(location = 0) in vec2 atlas_uv;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 color;

void main() {
    float alpha = tint.a * texture(atlas, atlas_uv).r;
    color = vec4((TARGET_ENCODES == 1u ? linear_of(tint.rgb) : tint.rgb) * alpha, alpha);
}
