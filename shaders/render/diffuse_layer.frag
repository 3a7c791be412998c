// Spray, foam and bubbles over the picture: thick foam is a relief that the sun lights.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/absorption.glsl"
#include "render/diffuse_sums.glsl"
#include "render/tone.glsl"

layout(std430, set = 1, binding = DIFFUSE_LAYER) restrict readonly buffer Layer { uint layer[]; };  // diffuse.comp
layout(location = 0) out vec4 color;                                                               // premultiplied

// Optical depth; that times the share of the sun's light, and times the water that the light passes, m as in absorption.glsl.
vec3 layer_at(ivec2 at) {
    ivec2 inside = clamp(at, ivec2(0), ivec2(args.width, args.height) - 1);
    int k = 3 * (inside.y * int(args.width) + inside.x);
    return sums_of(uvec3(layer[k], layer[k + 1], layer[k + 2]));
}

void main() {
    // The layer there, and the mean around it: between single dots lies what is too fine to be one of them.
    // The layer there, and the mean around it: between single dots lies what is too fine to be one of them.
    vec3 sums = vec3(0.0);
    vec2 slope = vec2(0.0);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
            vec3 there = layer_at(ivec2(gl_FragCoord.xy) + ivec2(x, y));
            sums += (x == 0 && y == 0 ? 0.36 : x == 0 || y == 0 ? 0.10 : 0.06) * there;
            // The height of foam, in an arbitrary unit: dots lie on one another, but not as high as many at one place add up.
            slope += 0.35 * vec2(x, -y) * log2(1.0 + there.x);
        }
    vec2 means = sums.yz / max(sums.x, 1e-6);
    vec2 sun = vec2(dot(args.right.xyz, args.sun.toward.xyz), dot(args.up.xyz, args.sun.toward.xyz));
    float lit = clamp(0.5 - 0.35 * dot(slope, sun), 0.0, 1.0);
    vec3 relief = mix(vec3(0.50, 0.60, 0.70), vec3(1.05, 1.02, 0.98), lit);  // the sky alone lights the side in the shade
    vec3 light = relief * foam_light(means.x) * exp(-kAbsorption * means.y);
    float alpha = 1.0 - exp(-sums.x);
    color = vec4(tone_map(args.sky_light.w * light) * alpha, alpha);
}
