// Spray, foam and bubbles as small dots: spray is stretched along its motion. What is smaller than a pixel is drawn wider and
// fainter, so that it sends as much light.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/absorption.glsl"
#include "render/light_view.glsl"
#include "render/view_numbers.glsl"
#include "render/solid_shadow.glsl"
#include "render/sprite.glsl"

layout(constant_id = 2) const bool FROM_SUN = false;  // as the sun's map of the water's light has them

layout(std430, set = 1, binding = DIFFUSE_POSITION) restrict readonly buffer Position { vec4 diffuse_position[]; };
layout(std430, set = 1, binding = DIFFUSE_VELOCITY) restrict readonly buffer Velocity { vec4 diffuse_velocity[]; };
layout(set = 1, binding = DIFFUSE_FRONT) uniform sampler2D front;  // view distance, m; 0: no water
// size, guard: pixels of the image; strength: of the optical depth; life: the longest, s; shown: 0: light, else what a view
// of them shows; every: of so many slots one is drawn for all.
layout(push_constant) uniform Target { vec2 size; float guard, strength, life; uint count, shown, every; } target;

layout(location = 0) flat out vec3 center;  // pixels; view distance, m
layout(location = 1) flat out vec4 shape;   // half a streak, pixels; 1 / half a width, 1/pixels; optical depth
layout(location = 2) flat out vec2 kind;    // shares of foam and of a bubble, 0 … 1
layout(location = 3) flat out vec3 light;   // that it sends out and the water before it lets through

const float kShutter = 0.004;  // s: exposure, which stretches spray along its motion
const float kFading = 0.5;     // s before its end

const vec3 kSprayColor = vec3(1.0, 0.25, 0.02), kFoamColor = vec3(0.85), kBubbleColor = vec3(0.03, 0.25, 1.0);
const vec3 kInWater = vec3(0.66, 0.90, 1.0);  // the light around a bubble has come through water

// 0 … 1, of a slot.
float random_of(uint k) {
    k = (k ^ (k >> 16)) * 0x7feb352du;
    k = (k ^ (k >> 15)) * 0x846ca68bu;
    return float((k ^ (k >> 16)) >> 8) / 16777216.0;
}

// Half a width, drawn radii: fine spray, and bubbles of foam of which few are large.
float half_width(float random, float foam) {
    float square = random * random;
    return mix(mix(0.07, 0.20, square), mix(0.12, 0.55, square * square), foam);
}

// The optical depth with which a dot hides as much when its area is larger by a factor. One of a depth d in the middle and 0 at
// the edge hides 1 − (1 − e^−d) / d of its disc, which is d / (2 + 0.75 d) within a hundredth.
float spread_out(float depth, float factor) {
    return factor > 1.0 ? 2.0 * depth / ((2.0 + 0.75 * depth) * factor - 0.75 * depth) : depth / max(factor, 0.01);
}

// m of water before a dot: pixels; view distance, m.
float water_before(vec3 at) {
    ivec2 last = textureSize(front, 0) - 1;
    float surface = texelFetch(front, clamp(ivec2(at.xy * float(args.supersample)), ivec2(0), last), 0).r;
    return surface > 0.0 ? max(at.z - surface - 2.0 * args.eye.w, 0.0) : 0.0;
}

void main() {
    uint k = sprite_index() * target.every;
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    center = vec3(0.0);
    light = vec3(0.0);
    shape = vec4(0.0);
    kind = vec2(0.0);
    if (k >= target.count) return;
    vec4 own = diffuse_position[k], motion = diffuse_velocity[k];
    if (own.w <= 0.0) return;
    vec3 x = own.xyz - args.before * motion.xyz;
    float scale;  // pixels a metre
    vec3 v = vec3(0.0);
    if (FROM_SUN) {
        center.xy = light_coordinates(args.sun, x).xy * target.size;
        scale = 0.5 * args.sun.right.w * target.size.x;
    } else {
        vec3 c = to_view(x);
        if (!(-c.z - args.eye.w > args.back.w)) return;
        center = vec3((vec2(c.x / args.right.w, -c.y / args.up.w) / -c.z * 0.5 + 0.5) * target.size, -c.z);
        scale = 0.5 * target.size.y / (args.up.w * -c.z);
        v = vec3(dot(args.right.xyz, motion.xyz), dot(args.up.xyz, motion.xyz), 0.0);
    }
    float spray = 1.0 - smoothstep(0.3, 0.5, motion.w), bubble = smoothstep(0.8, 0.95, motion.w);
    kind = vec2(1.0 - spray - bubble, bubble);
    float width = scale * args.eye.w * half_width(random_of(k), kind.x), drawn = clamp(width, FROM_SUN ? 1.5 : 0.75, 20.0);
    vec2 streak = spray * vec2(v.x, -v.y) * (0.5 * kShutter * scale);
    streak *= min(1.0, (29.0 - drawn) / max(length(streak), 1e-6));  // largePoints guarantees 64 pixels
    float spread = (drawn * drawn + drawn * length(streak)) / (width * width);
    float depth = target.strength * mix(mix(1.0, 0.5, kind.x), 0.2, bubble) * min(own.w / kFading, 1.0);
    shape = vec4(streak, 1.0 / drawn, spread_out(depth, spread) * float(target.every));
    float reach = drawn + length(streak);
    if (any(lessThan(center.xy, vec2(-reach))) || any(greaterThan(center.xy, target.size + reach))) return;
    if (!FROM_SUN) {
        bool kinds = target.shown == kFoamKinds, life = target.shown == kFoamLife;
        vec3 through = kinds || life ? vec3(1.0) : transmittance(water_before(center));
        vec3 tint = through * mix(vec3(1.0), kInWater, bubble);
        light = kinds ? mix(mix(kFoamColor, kSprayColor, spray), kBubbleColor, bubble)
              : life  ? vec3(min(own.w / target.life, 1.0)) : foam_light(past_solids(x)) * tint;
        shape.w *= through.g;
    }
    gl_PointSize = 2.0 * reach + 0.5;
    gl_Position = sprite_position(center.xy, gl_PointSize, 0.5, target.size, target.guard);
}
