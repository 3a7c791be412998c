// Spray, foam and bubbles over the picture: thick foam is a relief that the sun lights.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/tone.glsl"

layout(set = 1, binding = DIFFUSE_LAYER) uniform sampler2D layer;  // diffuse.frag
layout(location = 0) out vec4 color;                               // premultiplied

// The layer there, and the mean around it: between single dots lies what is too fine to be one of them.
vec4 softened(vec2 at) {
    vec2 texel = 1.0 / picture_size();
    const vec2 beside[4] = vec2[](vec2(0.5, 1.5), vec2(-1.5, 0.5), vec2(-0.5, -1.5), vec2(1.5, -0.5));  // pixels
    vec4 around = vec4(0.0);
    for (int k = 0; k < 4; ++k) around += textureLod(layer, (at + beside[k]) * texel, 0.0);
    return mix(textureLod(layer, at * texel, 0.0), 0.25 * around, 0.6);
}

void main() {
    vec4 sum = softened(gl_FragCoord.xy);
    // The height of foam, in an arbitrary unit: dots lie on one another, but not as high as many at one place add up.
    float height = log2(1.0 + sum.a);
    vec2 slope = 2.0 * vec2(dFdxCoarse(height), -dFdyCoarse(height));
    vec2 sun = vec2(dot(args.right.xyz, args.sun.toward.xyz), dot(args.up.xyz, args.sun.toward.xyz));
    float lit = clamp(0.5 - 0.35 * dot(slope, sun), 0.0, 1.0);
    vec3 relief = mix(vec3(0.50, 0.60, 0.70), vec3(1.05, 1.02, 0.98), lit);  // the sky alone lights the side in the shade
    float alpha = 1.0 - exp(-sum.a);
    color = vec4(tone_map(args.sky_light.w * relief * sum.rgb / max(sum.a, 1e-6)) * alpha, alpha);
}
