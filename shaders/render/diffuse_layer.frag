// Spray, foam and bubbles over the picture: thick foam is a relief that the sun lights.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/tone.glsl"

layout(set = 1, binding = DIFFUSE_LAYER) uniform sampler2D layer;  // diffuse.frag
layout(location = 0) out vec4 color;                               // premultiplied

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(layer, pixel, 0);
    // The height of foam, in an arbitrary unit: dots lie on one another, but not as high as many at one place add up.
    float height = log2(1.0 + sum.a);
    vec2 slope = 2.0 * vec2(dFdxCoarse(height), -dFdyCoarse(height));
    vec2 sun = vec2(dot(args.right.xyz, args.sun.toward.xyz), dot(args.up.xyz, args.sun.toward.xyz));
    float relief = clamp(0.88 - 0.22 * dot(slope, sun), 0.55, 1.1);
    float alpha = 1.0 - exp(-sum.a);
    color = vec4(tone_map(args.sky_light.w * relief * sum.rgb / max(sum.a, 1e-6)) * alpha, alpha);
}
