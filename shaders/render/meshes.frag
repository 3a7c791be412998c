// A mesh's normal, and how far away it is: as obstacles.frag. If the mesh is painted, the normal's length says which body it
// is, so that the image needs no further channel: drawn_solid() in solids.glsl.
#version 460
#extension GL_GOOGLE_include_directive : require

layout(location = 0) in vec3 normal;
layout(location = 1) flat in float mark;
layout(location = 0) out vec4 surface;  // normal, world space, times `mark`; w: view distance, m

void main() { surface = vec4(normalize(normal) * mark, 1.0 / gl_FragCoord.w); }
