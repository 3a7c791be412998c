// A smooth line, faint where the fluid is in front of it.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/solids.glsl"

layout(constant_id = 1) const uint SUPERSAMPLE = 1u;  // args.supersample; constant: see floor_y in render_args.glsl

layout(constant_id = 5) const bool OBSTACLES = false;

layout(set = 0, binding = FRAME_DEPTH) uniform sampler2D scene_depth;
layout(set = 0, binding = FRAME_OBSTACLES) uniform sampler2D obstacles;  // w: view distance, m; 0: none
layout(location = 0) noperspective in float from_center;
layout(location = 1) noperspective in float depth;
layout(location = 2) flat in float strength_of_edge;
layout(location = 0) out vec4 color;

const float kWidth = 1.4;  // pixels
const vec3 kLine = vec3(0.55, 0.68, 0.78);

void main() {
    int edge = int(SUPERSAMPLE);
    float seen = 0.0;
    for (int s = 0; s < edge * edge; ++s) {
        ivec2 at = (ivec2(gl_FragCoord.xy) * edge + ivec2(s % edge, s / edge)) / int(args.front_divisor);
        seen += texelFetch(scene_depth, at, 0).r <= depth ? 1.0 : 0.0;
    }
    seen /= float(edge * edge);
    vec3 ray = to_world_direction(view_ray(gl_FragCoord.xy, picture_size()));
    if (SOLIDS > 0u && meet_solids(args.eye.xyz, ray).at < -view_z_of(depth)) discard;
    float obstacle = OBSTACLES ? texelFetch(obstacles, ivec2(gl_FragCoord.xy), 0).w : 0.0;
    if (obstacle > 0.0 && obstacle < -view_z_of(depth)) discard;
    float coverage = clamp(0.5 * kWidth + 0.5 - abs(from_center), 0.0, 1.0);
    float strength = strength_of_edge * coverage * mix(0.06, 0.36, seen);
    color = vec4(kLine * strength, strength);  // premultiplied
}
