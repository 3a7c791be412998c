// The picture of water: what is behind it, refracted and absorbed; what it mirrors; the sun's glint. Every visibility
// sample of a pixel is shaded, so edges are smooth.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/scene_light.glsl"
#include "render/absorption.glsl"
#include "render/tone.glsl"

layout(constant_id = 1) const uint SUPERSAMPLE = 1u;  // args.supersample; see floor_y in render_args.glsl

layout(set = 1, binding = 1) uniform sampler2D front;      // smoothed view distance, m; 0: no water
layout(set = 1, binding = 2) uniform sampler2D thickness;  // m along the view
layout(set = 1, binding = 3) uniform sampler2D behind;     // linear
layout(location = 0) out vec4 picture;

const float kIndex = 1.333, kFresnel0 = 0.0204;

// View space, at a sample.
vec3 on_front(ivec2 at, float view_distance) { return view_ray(vec2(at) + 0.5, sample_size()) * view_distance; }

// From one side of a sample to the other, taken on the side where the distance changes less: across a silhouette the
// water would seem to turn away.
vec3 slope(ivec2 at, ivec2 step, float here) {
    ivec2 last = textureSize(front, 0) - 1;
    float a = texelFetch(front, clamp(at - step, ivec2(0), last), 0).r;
    float b = texelFetch(front, clamp(at + step, ivec2(0), last), 0).r;
    bool backward = b <= 0.0 || (a > 0.0 && abs(a - here) < abs(b - here));
    if (backward) return on_front(at, here) - on_front(at - step, a > 0.0 ? a : here);
    return on_front(at + step, b) - on_front(at, here);
}

vec2 picture_coordinates(vec3 x) {
    vec3 v = to_view(x);
    return vec2(v.x / args.right.w, -v.y / args.up.w) / max(-v.z, 1e-4) * 0.5 + 0.5;
}

// What is seen along a ray that is refracted at x, where the view passes `depth` metres of water: the floor where water
// stands on it, else what the ray meets when it has left the water's back in its old direction. In between, both: the
// depth is a mean over particles, and a sharp choice would show its grain.
vec3 refracted(vec3 x, vec3 normal, vec3 direction, float depth) {
    vec3 bent = refract(direction, normal, 1.0 / kIndex);
    float to_floor = bent.y < 0.0 ? (args.floor_y - x.y) / bent.y : 1e9;
    vec3 exit = x + bent * depth;
    float onward = direction.y < 0.0 ? (args.floor_y - exit.y) / direction.y : 1e9;
    vec3 past = exit + direction * clamp(onward, 0.0, 4.0 * args.scene_size);
    float stands = smoothstep(1.5, 0.9, to_floor / depth);
    vec3 seen = mix(past, x + bent * min(to_floor, 4.0 * args.scene_size), stands);
    vec3 light = textureLod(behind, picture_coordinates(seen), 0.0).rgb;
    vec3 through = transmittance(mix(depth, min(to_floor, depth), stands));
    return light * through + args.water.rgb * (1.0 - through);
}

vec3 shade_sample(ivec2 at, float here) {
    vec3 ray = view_ray(vec2(at) + 0.5, sample_size());
    vec3 direction = normalize(to_world_direction(ray));
    vec3 normal = normalize(cross(slope(at, ivec2(0, 1), here), slope(at, ivec2(1, 0), here)));
    normal = normalize(to_world_direction(normal));
    float facing = -dot(normal, direction);
    if (facing < 0.05) {  // smoothing has turned it away from the eye
        normal = normalize(normal - direction * (facing - 0.05));
        facing = -dot(normal, direction);
    }
    vec3 x = args.eye.xyz + to_world_direction(ray * here);
    vec2 uv = (vec2(at) + 0.5) / sample_size();
    float depth = max(textureLod(thickness, uv, 0.0).r, 0.5 * args.eye.w);

    float fresnel = kFresnel0 + (1.0 - kFresnel0) * fifth_power(1.0 - facing);
    vec3 color = mix(refracted(x, normal, direction, depth), environment(reflect(direction, normal)), fresnel);
    float glint = max(0.0, dot(normal, normalize(args.sun.toward.xyz - direction)));
    for (int k = 0; k < 8; ++k) glint *= glint;  // to the 256th power
    return color + kSunLight * (0.5 * glint * fresnel / kFresnel0);
}

void main() {
    int edge = int(SUPERSAMPLE), samples = edge * edge;
    vec3 open = tone_map(texelFetch(behind, ivec2(gl_FragCoord.xy), 0).rgb);
    vec3 sum = vec3(0.0);
    for (int k = 0; k < samples; ++k) {
        ivec2 at = ivec2(gl_FragCoord.xy) * edge + ivec2(k % edge, k / edge);
        float here = texelFetch(front, at, 0).r;
        sum += here > 0.0 ? tone_map(shade_sample(at, here)) : open;
    }
    picture = vec4(dithered(sum / float(samples), gl_FragCoord.xy), 1.0);
}
