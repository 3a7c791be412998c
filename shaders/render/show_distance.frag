// Shows the signed distance to the nearest solid on a plane, as the passes of particles find it: inside orange, outside
// blue, in bands a particle_spacing wide; black on the surface, white half a spacing from it, where particles stop.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/srgb.glsl"
#include "sim/language.glsl"
#include "sim/fluid_params.glsl"

layout(std430, set = 1, binding = DISTANCE_SOLIDS) restrict readonly buffer Solids { vec4 solid[]; };
layout(std430, set = 1, binding = DISTANCE_MESH_FIELD) restrict readonly buffer MeshField { uvec2 mesh_field[]; };
layout(push_constant) uniform Push {
    vec4 slice;  // n, o: the plane n·x = o
    float spacing, support_radius;  // m
    uint plane_count, solid_count;
};
layout(location = 0) out vec4 picture;

FluidParams params;
#define SOLID_TRAITS PBF_SOLIDS_ANY
#include "sim/solid.glsl"

// At most what a mesh's field says beyond its grid; no pass asks how much farther a solid is.
float distance_at(vec3 x) {
    float least = 1.25 * support_radius;
    for (uint k = 0u; k < plane_count; ++k) least = min(least, along(solid[k], x) - solid[k].w);
    for (uint k = 0u; k < solid_count; ++k)
        if (gap_to_sphere(solid_at(k), x) < least) least = min(least, solid_point(solid_at(k), x).distance);
    return least;
}

// 1 within a pixel of value = 0, in pixels.
float line(float value) { return 1.0 - smoothstep(0.7, 1.7, abs(value)); }

void main() {
    params.support_radius = support_radius;
    params.plane_count = plane_count;
    params.solid_count = solid_count;
    vec3 ray = to_world_direction(view_ray(gl_FragCoord.xy, picture_size()));
    float slope = dot(slice.xyz, ray), at = (slice.w - dot(slice.xyz, args.eye.xyz)) / (abs(slope) < 1e-6 ? 1e-6 : slope);
    vec3 x = args.eye.xyz + at * ray;
    float distance = distance_at(x) / spacing, pixel = at * 2.0 * args.up.w / picture_size().y / spacing;
    // Two spacings more than the tank, so that its walls are seen from both sides.
    vec3 beyond = max(args.tank_min.xyz - x, x - args.tank_max.xyz) * (1.0 - slice.xyz);
    float around = max(beyond.x, max(beyond.y, beyond.z)) / spacing - 2.0;
    bool outside = distance >= 0.0;
    vec3 near = outside ? vec3(0.80, 0.90, 0.98) : vec3(0.98, 0.66, 0.30);
    vec3 far = outside ? vec3(0.10, 0.26, 0.48) : vec3(0.42, 0.13, 0.08);
    vec3 shown = mix(near, far, 1.0 - exp(-0.12 * abs(distance)));
    float band = mod(floor(abs(distance)), 2.0) * (1.0 - smoothstep(0.2, 0.5, pixel));  // none finer than pixels
    shown *= 1.0 - 0.1 * band;
    shown = mix(shown, vec3(1.0), line((distance - 0.5) / pixel));
    shown = mix(shown, vec3(0.0), line(distance / pixel));
    if (at <= 0.0 || around > 0.0) shown = vec3(0.08, 0.09, 0.11);
    picture = vec4(linear_of(shown), 1.0);
}
