// Loose water too small to be seen as drops: soft white dots, stretched along their motion.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/ellipsoid.glsl"
#include "render/sprite.glsl"

layout(location = 0) flat out vec3 center;  // pixels; view distance, m
layout(location = 1) flat out vec4 shape;   // half a streak, pixels; 1 / half a width, 1/pixels; optical depth

const float kWidth = 0.52;     // of the first dot, drawn radii; the others are smaller
const float kSpread = 2.2;     // greatest distance of the others from it on each axis, drawn radii
const float kShutter = 0.004;  // s: exposure, which stretches a dot along its motion

void main() {
    uint i = sprite_index();
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    center = vec3(0.0);
    shape = vec4(0.0);
    if (i >= args.particles) return;
    vec3 place = scattered(4u * id[i] + uint(gl_InstanceIndex));
    bool first = gl_InstanceIndex == 0;
    vec3 x = center_of(i).xyz + (first ? 0.0 : kSpread * args.eye.w) * place;
    vec3 c = to_view(x);
    if (!(-c.z - args.eye.w > args.back.w)) return;
    float scale = 0.5 * picture_size().y / (args.up.w * -c.z);  // pixels a metre
    float share = spray_share(i, scale * args.eye.w);
    if (share <= 0.0) return;

    center = vec3((vec2(c.x / args.right.w, -c.y / args.up.w) / -c.z * 0.5 + 0.5) * picture_size(), -c.z);
    vec3 v = vec3(dot(args.right.xyz, velocity[i].xyz), dot(args.up.xyz, velocity[i].xyz), 0.0);
    float size = first ? 1.0 : 0.45 + 0.3 * place.x;
    float width = scale * args.eye.w * kWidth * size, drawn = clamp(width, 0.8, 20.0);
    vec2 streak = vec2(v.x, -v.y) * (0.5 * kShutter * scale);
    streak *= min(1.0, (29.0 - drawn) / max(length(streak), 1e-6));  // largePoints guarantees 64 pixels
    // A dot that is drawn wider, or as a streak, is fainter.
    float spread = (drawn * drawn + drawn * length(streak)) / (width * width);
    shape = vec4(streak, 1.0 / drawn, 2.0 * share / spread);
    float reach = drawn + length(streak);
    if (any(lessThan(center.xy, vec2(-reach))) || any(greaterThan(center.xy, picture_size() + reach))) return;
    gl_PointSize = 2.0 * reach + 0.5;
    gl_Position = sprite_position(center.xy, gl_PointSize, 0.5, picture_size(), args.guard);
}
