// A mesh's normal, and how far away it is: as obstacles.frag.
#version 460
#extension GL_GOOGLE_include_directive : require

layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 surface;  // normal, world space, unit; w: view distance, m

void main() { surface = vec4(normalize(normal), 1.0 / gl_FragCoord.w); }
