// Shows the boundary particles (boundary.vert), lit from above and from the eye.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/srgb.glsl"

layout(set = 1, binding = BOUNDARY_FRONT) uniform sampler2D front;  // normal, world space; w: view distance, m
layout(location = 0) out vec4 picture;

void main() {
    vec4 surface = texelFetch(front, ivec2(gl_FragCoord.xy), 0);
    vec3 shown = vec3(0.08, 0.09, 0.11);
    if (surface.w > 0.0) {
        vec3 toward = -normalize(to_world_direction(view_ray(gl_FragCoord.xy, picture_size())));
        float light = 0.25 + 0.35 * max(surface.y, 0.0) + 0.4 * max(dot(surface.xyz, toward), 0.0);
        shown = vec3(0.93, 0.72, 0.42) * light;
    }
    picture = vec4(linear_of(shown), 1.0);
}
