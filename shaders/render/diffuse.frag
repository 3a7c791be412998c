// What a dot adds to the layer of spray, foam and bubbles. Sums do not depend on their order: the layer's colour is the mean
// of its dots' by their optical depths.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/dot.glsl"

layout(constant_id = 4) const uint SOLIDS = 0u;
layout(constant_id = 5) const bool OBSTACLES = false;

layout(set = 1, binding = DIFFUSE_BEHIND) uniform sampler2D behind;  // a: view distance of a solid, m
layout(location = 0) out vec4 sum;  // light times optical depth; optical depth; blending adds them up

void main() {
    float depth = dot_depth();
    if (depth == 0.0) discard;
    if ((SOLIDS > 0u || OBSTACLES) && center.z > texelFetch(behind, ivec2(gl_FragCoord.xy), 0).a) discard;
    sum = vec4(light, 1.0) * depth;
}
