// Bodies, as the array `solid` has them (shaders/sim/solid.glsl): those that rays meet (solids.glsl), then meshes.
#include "render/bindings.glsl"

struct Body {
    vec4 center;         // m; w: radius of a sphere round it that holds the body, m
    vec4 x_axis;         // w: radius that rounds its edges, m
    vec4 y_axis, z_axis;
    vec4 half_size;      // m, along its axes
    vec4 color;          // linear, in which it is painted; w: 0: it has none
    vec4 unused[2];      // velocities
};
layout(std430, set = 0, binding = FRAME_BODIES) restrict readonly buffer Bodies { Body bodies[]; };

mat3 axes_of(Body body) { return mat3(body.x_axis.xyz, body.y_axis.xyz, body.z_axis.xyz); }
