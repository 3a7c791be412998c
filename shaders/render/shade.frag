// The picture: backdrop, floor and particles, lit. Every visibility sample of a pixel that several things share is
// shaded; a pixel that shows one thing is shaded once.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/scene_light.glsl"
#include "render/floor.glsl"
#include "render/water.glsl"
#include "render/tone.glsl"

layout(constant_id = 0) const uint COLORING = 0u;  // 0: by speed, lit; 1: normals as colours

layout(std430, set = 0, binding = 1) restrict readonly buffer Position { vec4 position[]; };
layout(std430, set = 0, binding = 2) restrict readonly buffer Velocity { vec4 velocity[]; };
layout(set = 0, binding = 5) uniform usampler2D visible;      // particle + 1; 0: none
layout(set = 0, binding = 6) uniform sampler2D scene_depth;  // reversed
layout(location = 0) out vec4 picture;

// Ambient light that reaches a point between its neighbours on the screen [McGuire11].
float crevice_light(vec3 at, vec3 normal, vec2 pixel, float turn) {
    const int kTaps = 8;
    float radius = args.eye.w, reach = 2.5 * radius;
    float reach_px = reach / -at.z * 0.5 * sample_size().y / args.up.w;
    float occlusion = 0.0;
    for (int k = 0; k < kTaps; ++k) {
        ivec2 tap = ivec2(clamp(pixel + reach_px * disc_point(k, kTaps, turn), vec2(0.0), sample_size() - 1.0));
        float depth = texelFetch(scene_depth, tap, 0).r;
        if (depth == 0.0) continue;
        vec3 to = view_ray(vec2(tap) + 0.5, sample_size()) * -view_z_of(depth) - at;
        float distance_sq = dot(to, to);
        float near = max(0.0, 1.0 - distance_sq / (4.0 * reach * reach));
        occlusion += near * max(0.0, dot(to, normal) - 0.05 * radius) / (distance_sq + 0.05 * radius * radius);
    }
    return clamp(1.0 - occlusion * radius * 1.5 / float(kTaps), 0.15, 1.0);
}

vec3 shade_background(vec3 direction) {
    float drop = args.tank_min.y - args.eye.y;
    if (args.has_tank == 0u || direction.y * drop <= 0.0 || drop > 0.0) return backdrop(direction);
    float distance = drop / direction.y;
    float pixel_angle = 2.0 * args.up.w / float(args.height);
    return shade_floor(args.eye.xyz + direction * distance, direction, distance, pixel_angle);
}

// What is seen at a point of the visibility image.
vec3 shade(vec2 pixel, uint seen, float turn) {
    vec3 ray = view_ray(pixel, sample_size());
    vec3 direction = normalize(to_world_direction(ray));
    if (seen == 0u) return shade_background(direction);
    uint i = seen - 1u;
    vec3 normal;
    float t = hit_sphere(ray, to_view(position[i].xyz), args.eye.w, normal);
    vec3 x = args.eye.xyz + to_world_direction(ray * t);
    if (args.has_tank != 0u && x.y < args.tank_min.y) return shade_background(direction);
    if (COLORING == 1u) return linear_of(to_world_direction(normal) * 0.5 + 0.5);
    float crevice = crevice_light(ray * t, normal, pixel, turn);
    return shade_water(x, to_world_direction(normal), direction, length(velocity[i].xyz), position[i].w, crevice, turn);
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    int edge = int(args.supersample);
    float turn = 6.2831853 * interleaved_noise(gl_FragCoord.xy);
    uint first = texelFetch(visible, pixel * edge, 0).r;
    bool one = true;
    for (int s = 1; s < edge * edge; ++s)
        one = one && texelFetch(visible, pixel * edge + ivec2(s % edge, s / edge), 0).r == first;

    int count = one ? 1 : edge * edge;
    vec3 sum = vec3(0.0);
    for (int s = 0; s < count; ++s) {
        ivec2 at = pixel * edge + ivec2(s % edge, s / edge);
        vec2 center = one ? gl_FragCoord.xy * float(edge) : vec2(at) + 0.5;
        vec3 color = shade(center, texelFetch(visible, at, 0).r, turn);
        sum += COLORING == 1u ? color : tone_map(color);
    }
    picture = vec4(COLORING == 1u ? sum / float(count) : dithered(sum / float(count), gl_FragCoord.xy), 1.0);
}
