// What spray, foam and bubbles take from the sun's light behind them, on a map of the sun's light in water: one dot for each.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/diffuse_dot.glsl"
#include "render/diffuse_sums.glsl"
#include "render/light_view.glsl"

layout(std430, set = 1, binding = DIFFUSE_SHADOW) restrict buffer Shadow { uint shadow[]; };  // a texel: optical depth

void main() {
    uint k = gl_GlobalInvocationID.x * target.every;
    if (k >= target.count) return;
    vec4 own = diffuse_position[k];
    if (own.w <= 0.0) return;
    vec4 motion = diffuse_velocity[k];
    Dot d = dot_of(motion.w, own.w, vec2(0.0));
    d.center = light_coordinates(args.sun, own.xyz - args.before * motion.xyz).xy * vec2(target.size);
    float random = random_of(k), radius = args.eye.w * 0.5 * args.sun.right.w * float(target.size.x);  // texels
    float width = radius * sqrt(kMostDots) * half_width(random, d.foam), drawn = clamp(width, 1.5, kWidest);
    widen(d, width, drawn);
    d.depth *= float(target.every);
    ivec2 low = lowest(d, vec2(drawn)), high = highest(d, vec2(drawn));
    for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x)
            atomicAdd(shadow[y * target.size.x + x], uint(depth_at(d, vec2(x, y) + 0.5) * kSumUnit + random));
}
