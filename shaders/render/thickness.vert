// Water or foam along rays from the camera or from the sun: each particle is a soft ball of its volume.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/ellipsoid.glsl"
#include "render/light_view.glsl"
#include "render/sprite.glsl"

layout(constant_id = 1) const bool FROM_SUN = false;
layout(constant_id = 2) const bool FOAM = false;  // foam instead of water: few particles carry it

layout(location = 0) flat out vec4 center;  // pixels; view distance, m, or sun's depth, ± 0.5; particle's number
layout(location = 1) flat out vec4 sprite;  // 1 / radius, 1/pixels; water, m; foam, optical depth; front samples/pixel
// size, guard: pixels; volume: of a particle, drawn radii³.
layout(push_constant) uniform Target { vec2 size; float volume; float guard; } target;

const float kSpread = 1.5;  // a ball's radius over that of the particle's sphere, so that neighbours' profiles merge

void main() {
    uint i = sprite_index();
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    center = sprite = vec4(0.0);
    if (i >= args.particles) return;
    center.w = float(id[i] & 255u);
    float white = smoothstep(0.02, 0.15, ellipsoid[3u * i + 2u].w / args.tank_max.w);
    if (FOAM && white * args.ground_light.w == 0.0) return;
    vec4 x = center_of(i);
    float radius = kSpread * args.eye.w * x.w, pixels;
    if (FROM_SUN) {
        center.xyz = light_coordinates(args.sun, x.xyz) * vec3(target.size, 1.0);
        center.z -= 0.5;  // from the tank's middle: sums of half floats lose less
        pixels = radius * args.sun.right.w * 0.5 * target.size.x;
    } else {
        vec3 c = to_view(x.xyz);
        if (!(-c.z - radius > args.back.w)) return;
        center.xyz = vec3((vec2(c.x / args.right.w, -c.y / args.up.w) / -c.z * 0.5 + 0.5) * target.size, -c.z);
        pixels = radius / -c.z * 0.5 * target.size.y / args.up.w;
    }
    // Sprites smaller than a pixel would fall between the pixels' centres: they are drawn wider and thinner.
    float drawn = max(pixels, 1.0);
    if (any(lessThan(center.xy, vec2(-drawn))) || any(greaterThan(center.xy, target.size + drawn))) return;
    // ∫ (1 − q²)^(3/2) over the unit disc is 2π/5.
    float across = drawn / pixels * radius;  // m
    float volume = target.volume * args.eye.w * args.eye.w * args.eye.w;
    float water = volume * 2.5 / (3.14159265 * across * across);
    sprite = vec4(1.0 / drawn, water, args.ground_light.w * white * (pixels * pixels) / (drawn * drawn),
                  sample_size().y / target.size.y);
    gl_PointSize = 2.0 * drawn + 0.5;
    gl_Position = sprite_position(center.xy, gl_PointSize, 0.5, target.size, target.guard);
}
