// The legend's pixels over the picture (src/render/particles/legend.h).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/srgb.glsl"

layout(std430, set = 0, binding = ONLY_BINDING) restrict readonly buffer Legend { uint legend_pixels[]; };
layout(push_constant) uniform Place {
    uint left, top, width;  // upper left corner in the picture; pixels of a row
} place;
layout(location = 0) out vec4 color;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy) - uvec2(place.left, place.top);
    vec4 pixel = unpackUnorm4x8(legend_pixels[at.y * place.width + at.x]);
    color = vec4(linear_of(pixel.rgb) * pixel.a, pixel.a);  // premultiplied
}
