// Shows the layer of spray, foam and bubbles as a picture: how thick it is, or of what kind or age.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/diffuse_sums.glsl"
#include "render/show.glsl"

layout(std430, set = 1, binding = DIFFUSE_LAYER) restrict readonly buffer Layer { uint layer[]; };  // diffuse.comp
layout(location = 0) out vec4 picture;

const vec3 kSprayColor = vec3(1.0, 0.25, 0.02), kFoamColor = vec3(0.85), kBubbleColor = vec3(0.03, 0.25, 1.0);

void main() {
    uint k = 3u * (uint(gl_FragCoord.y) * args.width + uint(gl_FragCoord.x));
    vec3 sums = sums_of(uvec3(layer[k], layer[k + 1u], layer[k + 2u]));
    vec2 means = sums.yz / max(sums.x, 1e-6);
    vec3 color = VIEW == kFoamKinds ? mix(mix(kFoamColor, kSprayColor, means.x), kBubbleColor, means.y)
               : VIEW == kFoamLife  ? vec3(means.x) : vec3(1.0);
    picture = vec4(color * (1.0 - exp(-sums.x)), 1.0);
}
