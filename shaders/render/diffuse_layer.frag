// Spray, foam and bubbles over the picture: thick foam is a relief that the sun lights.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/tone.glsl"

layout(set = 1, binding = DIFFUSE_LAYER) uniform sampler2D layer;  // diffuse.frag
layout(location = 0) out vec4 color;                               // premultiplied

// The height of foam there, in an arbitrary unit: dots lie on one another, but not as high as many of them at one place add up.
float height_at(ivec2 pixel) {
    return log2(1.0 + texelFetch(layer, clamp(pixel, ivec2(0), textureSize(layer, 0) - 1), 0).a);
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(layer, pixel, 0);
    if (sum.a < 1e-3) discard;
    int step = max(1, int(args.height) / 400);
    vec2 slope = vec2(height_at(pixel + ivec2(step, 0)) - height_at(pixel - ivec2(step, 0)),
                      height_at(pixel - ivec2(0, step)) - height_at(pixel + ivec2(0, step)));
    vec2 sun = vec2(dot(args.right.xyz, args.sun.toward.xyz), dot(args.up.xyz, args.sun.toward.xyz));
    float relief = clamp(0.88 - 0.22 * dot(slope, sun), 0.55, 1.1);
    float alpha = 1.0 - exp(-sum.a);
    color = vec4(tone_map(args.sky_light.w * relief * sum.rgb / sum.a) * alpha, alpha);
}
