// Shows the layer of spray, foam and bubbles as a picture: how thick it is, or what diffuse.vert has put into it.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/show.glsl"

layout(set = 1, binding = DIFFUSE_LAYER) uniform sampler2D layer;  // diffuse.frag
layout(location = 0) out vec4 picture;

void main() {
    vec4 sum = texelFetch(layer, ivec2(gl_FragCoord.xy), 0);
    vec3 color = VIEW == kFoam ? vec3(1.0) : sum.rgb / max(sum.a, 1e-6);
    picture = vec4(color * (1.0 - exp(-sum.a)), 1.0);
}
