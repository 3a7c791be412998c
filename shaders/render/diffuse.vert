// Spray, foam and bubbles as small dots: spray is stretched along its motion. What is smaller than a pixel is drawn wider and
// fainter, so that it sends as much light.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/sprite.glsl"

layout(std430, set = 1, binding = DIFFUSE_POSITION) restrict readonly buffer Position { vec4 diffuse_position[]; };
layout(std430, set = 1, binding = DIFFUSE_VELOCITY) restrict readonly buffer Velocity { vec4 diffuse_velocity[]; };
layout(push_constant) uniform Dots { uint count; float strength; } dots;

layout(location = 0) flat out vec4 center;  // pixels; view distance, m; 1 for a bubble, 0 for foam and spray
layout(location = 1) flat out vec4 shape;   // half a streak, pixels; 1 / half a width, 1/pixels; optical depth

const float kSmallest = 0.08, kLargest = 0.24;  // half a width, drawn radii
const float kShutter = 0.006;                  // s: exposure, which stretches spray along its motion
const float kFading = 0.5;                     // s before its end

// 0 … 1, of a slot.
float random_of(uint k) {
    k = (k ^ (k >> 16)) * 0x7feb352du;
    k = (k ^ (k >> 15)) * 0x846ca68bu;
    return float((k ^ (k >> 16)) >> 8) / 16777216.0;
}

void main() {
    uint k = sprite_index();
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    center = shape = vec4(0.0);
    if (k >= dots.count) return;
    vec4 own = diffuse_position[k], motion = diffuse_velocity[k];
    if (own.w <= 0.0) return;
    vec3 c = to_view(own.xyz - args.before * motion.xyz);
    if (!(-c.z - args.eye.w > args.back.w)) return;
    float scale = 0.5 * picture_size().y / (args.up.w * -c.z);  // pixels a metre
    float spray = 1.0 - smoothstep(0.3, 0.5, motion.w), bubble = smoothstep(0.8, 0.95, motion.w);
    float size = random_of(k);
    float width = scale * args.eye.w * mix(kSmallest, kLargest, size * size), drawn = clamp(width, 0.75, 20.0);
    vec3 v = vec3(dot(args.right.xyz, motion.xyz), dot(args.up.xyz, motion.xyz), 0.0);
    vec2 streak = spray * vec2(v.x, -v.y) * (0.5 * kShutter * scale);
    streak *= min(1.0, (29.0 - drawn) / max(length(streak), 1e-6));  // largePoints guarantees 64 pixels
    float spread = (drawn * drawn + drawn * length(streak)) / (width * width);
    float depth = dots.strength * mix(2.0, 0.45, bubble) * min(own.w / kFading, 1.0) / spread;
    center = vec4((vec2(c.x / args.right.w, -c.y / args.up.w) / -c.z * 0.5 + 0.5) * picture_size(), -c.z, bubble);
    shape = vec4(streak, 1.0 / drawn, depth);
    float reach = drawn + length(streak);
    if (any(lessThan(center.xy, vec2(-reach))) || any(greaterThan(center.xy, picture_size() + reach))) return;
    gl_PointSize = 2.0 * reach + 0.5;
    gl_Position = sprite_position(center.xy, gl_PointSize, 0.5, picture_size(), args.guard);
}
