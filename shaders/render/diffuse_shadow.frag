// What a dot of spray, foam or a bubble takes from the sun's light behind it, on the sun's map.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/dot.glsl"

layout(location = 0) out float sum;  // optical depth; blending adds it up

void main() { sum = dot_depth(); }
