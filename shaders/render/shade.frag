// The picture: backdrop, floor and particles, lit. Particles are shaded at every visibility sample of a pixel, so that
// edges are smooth; the light that arrives, the costly part, is computed once per pixel for particles and once for what
// is behind them.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/moment.glsl"
#include "render/scene_light.glsl"
layout(set = 0, binding = FRAME_FLOOR_LIGHT) uniform sampler2D floor_light;  // see floor_light.frag; 1 at its borders
vec3 past_fluid(vec3 x) { return vec3(sun_visibility(x, 12, 2.0 * args.eye.w, 0.5 * args.eye.w)); }
float sky_on_floor(vec3 x) {
    float open = textureLod(floor_light, light_coordinates(args.sky, x).xy, 0.0).r;
    return open * open;
}
#include "render/background.glsl"
#include "render/water.glsl"
#include "render/tone.glsl"
#include "render/quantity.glsl"

layout(constant_id = 0) const uint COLORING = 0u;     // 0: beads of water; 1: normals as colours; 2: a quantity
layout(constant_id = 1) const uint SUPERSAMPLE = 1u;  // args.supersample; constant: see floor_y in render_args.glsl

layout(std430, set = 0, binding = FRAME_POSITION) restrict readonly buffer Position { vec4 position[]; };
layout(set = 0, binding = FRAME_VISIBLE) uniform usampler2D visible;      // particle + 1; 0: none
layout(set = 0, binding = FRAME_DEPTH) uniform sampler2D scene_depth;  // reversed
layout(location = 0) out vec4 picture;

// Ambient light that reaches a point between its neighbours on the screen [McGuire11].
float crevice_light(vec3 at, vec3 normal, vec2 pixel, vec2 spoke) {
    const int kTaps = 8;
    float radius = args.eye.w, reach = 2.5 * radius;
    float reach_px = reach / -at.z * 0.5 * sample_size().y / args.up.w;
    float occlusion = 0.0;
    for (int k = 0; k < kTaps; ++k, spoke = kGoldenTurn * spoke) {
        ivec2 tap = ivec2(clamp(pixel + reach_px * disc_point(k, kTaps, spoke), vec2(0.0), sample_size() - 1.0));
        float depth = texelFetch(scene_depth, tap, 0).r;
        if (depth == 0.0) continue;
        vec3 to = view_ray(vec2(tap) + 0.5, sample_size()) * -view_z_of(depth) - at;
        float distance_sq = dot(to, to);
        float near = max(0.0, 1.0 - distance_sq / (4.0 * reach * reach));
        occlusion += near * max(0.0, dot(to, normal) - 0.05 * radius) / (distance_sq + 0.05 * radius * radius);
    }
    return clamp(1.0 - occlusion * radius * 1.5 / float(kTaps), 0.15, 1.0);
}

// What a visibility sample shows.
struct Surface {
    uint particle;   // index + 1; 0: what is behind all particles
    vec3 direction;  // to it, unit
    vec3 at;         // view space
    vec3 x, normal;  // world space
};

Surface surface_at(ivec2 at) {
    Surface s;
    s.particle = texelFetch(visible, at, 0).r;
    vec3 ray = view_ray(vec2(at) + 0.5, sample_size());
    s.direction = normalize(to_world_direction(ray));
    s.normal = vec3(0.0);
    float t = s.particle == 0u ? 0.0 : hit_sphere(ray, to_view(at_moment(position[s.particle - 1u].xyz, s.particle - 1u)), args.eye.w, s.normal);
    s.at = ray * t;
    s.normal = to_world_direction(s.normal);
    s.x = args.eye.xyz + to_world_direction(s.at);
    return s;
}

// Whether something in front of the particle, or the floor into which it has sunk, hides it.
bool hidden(Surface s, ivec2 at) {
    if (s.x.y < args.floor_y) return true;
    float distance = -s.at.z;
    if (SOLIDS > 0u && meet_solids(args.eye.xyz, (s.x - args.eye.xyz) / distance).at < distance) return true;
    float obstacle = OBSTACLES ? texelFetch(obstacles, at / int(SUPERSAMPLE), 0).w : 0.0;
    return obstacle > 0.0 && obstacle < distance;
}

Arriving light_at(Surface s, ivec2 at, vec2 spoke) {
    vec3 view_normal =
        vec3(dot(args.right.xyz, s.normal), dot(args.up.xyz, s.normal), dot(args.back.xyz, s.normal));
    if (COLORING == 2u) return Arriving(1.0, 1.0, crevice_light(s.at, view_normal, vec2(at) + 0.5, spoke));
    float sun = sun_visibility(s.x + s.normal * (0.5 * args.eye.w), 8, args.eye.w, 1.2 * args.eye.w);
    return Arriving(sun * past_solids(s.x + s.normal * above_mesh()),
                    sky_visibility(s.x, 6, 0.06 * args.scene_size, spoke),
                    crevice_light(s.at, view_normal, vec2(at) + 0.5, spoke));
}

vec3 shade_particle(Surface s, Arriving light) {
    if (COLORING == 1u) return linear_of(s.normal * 0.5 + 0.5);
    if (COLORING == 2u) {
        // The legend's colour where the sphere faces the camera; darker elsewhere and between neighbours to show shape.
        float facing = max(0.0, -dot(s.direction, s.normal));
        return linear_of(quantity_color(s.particle - 1u)) * (mix(0.35, 1.0, facing) * mix(0.45, 1.0, light.crevice));
    }
    vec4 v = velocity[s.particle - 1u];
    float density = position[s.particle - 1u].w;
    return tone_map(args.sky_light.w * shade_water(s.x, water_color(length(v.xyz), density), s.normal, s.direction, light));
}

void main() {
    int edge = int(SUPERSAMPLE), samples = edge * edge;
    ivec2 corner = ivec2(gl_FragCoord.xy) * edge;
    // A sample with a particle, found in a loop of its own: software drivers run all of a loop's code every iteration.
    ivec2 first = ivec2(-1);
    for (int k = samples - 1; k >= 0; --k) {
        ivec2 at = corner + ivec2(k % edge, k / edge);
        if (texelFetch(visible, at, 0).r != 0u) first = at;
    }

    vec3 sum = vec3(0.0);
    int water = 0;  // samples that show particles
    if (first.x >= 0) {
        vec2 spoke = first_spoke(6.2831853 * interleaved_noise(gl_FragCoord.xy));
        Arriving light = light_at(surface_at(first), first, spoke);
        for (int k = 0; k < samples; ++k) {
            ivec2 at = corner + ivec2(k % edge, k / edge);
            Surface s = surface_at(at);
            if (s.particle == 0u || hidden(s, at)) continue;
            sum += shade_particle(s, light);
            ++water;
        }
    }
    if (water < samples) {
        vec3 ray = to_world_direction(view_ray(gl_FragCoord.xy, picture_size()));
        sum += tone_map(args.sky_light.w * shade_background(ray).rgb) * float(samples - water);
    }
    vec3 color = sum / float(samples);
    picture = vec4(COLORING != 0u && water == samples ? color : dithered(color, gl_FragCoord.xy), 1.0);
}
