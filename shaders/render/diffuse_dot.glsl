// Dots that spray, foam and bubbles are drawn as: several for each, fewer and larger ones far away, so that the light is the
// same. What is smaller than a pixel is drawn wider and fainter.
#include "render/random.glsl"

layout(local_size_x = 64) in;

layout(std430, set = 1, binding = DIFFUSE_POSITION) restrict readonly buffer Position { vec4 diffuse_position[]; };
layout(std430, set = 1, binding = DIFFUSE_VELOCITY) restrict readonly buffer Velocity { vec4 diffuse_velocity[]; };
// size: pixels of the image; strength: of the optical depth; life: the longest, s; shown: the view; every: of so many slots one
// is drawn for all.
layout(push_constant) uniform Target { ivec2 size; float strength, life; uint count, shown, every; } target;

const float kMostDots = 8.0;
const float kFading = 0.5;   // s before its end
const float kWidest = 20.0;  // pixels: half a width

// Half a width of one of kMostDots, drawn radii: fine spray, and bubbles of foam of which few are large.
float half_width(float random, float foam) {
    float square = random * random;
    return mix(mix(0.040, 0.125, square), mix(0.055, 0.22, square * square), foam);
}

// The optical depth with which a dot hides as much when its area is larger by a factor. One of a depth d in the middle and 0 at
// the edge hides 1 − (1 − e^−d) / d of its disc, which is d / (2 + 0.75 d) within a hundredth.
float spread_out(float depth, float factor) {
    return factor > 1.0 ? 2.0 * depth / ((2.0 + 0.75 * depth) * factor - 0.75 * depth) : depth / max(factor, 0.01);
}

struct Dot {
    vec2 center, streak;                // pixels; half of it, pixels
    float per_streak_sq, per_width_sq;  // 1/pixels²: of half of each
    float depth;                        // optical, in its middle
    float foam, bubble;                 // shares, 0 … 1
};

// What all dots of a slot have in common. wetness: diffuse_velocity's w; streak: half of it, pixels.
Dot dot_of(float wetness, float life, vec2 streak) {
    Dot d;
    float spray = 1.0 - smoothstep(0.4, 0.6, wetness);
    d.bubble = smoothstep(0.8, 0.95, wetness);
    d.foam = 1.0 - spray - d.bubble;
    const float kLongest = 15.0;  // pixels
    d.streak = spray * streak * min(1.0, kLongest / max(length(streak), 1e-6));
    d.per_streak_sq = 1.0 / max(dot(d.streak, d.streak), 1e-6);
    d.depth = target.strength * mix(mix(1.0, 0.5, d.foam), 0.2, d.bubble) * min(life / kFading, 1.0);
    d.center = vec2(0.0);
    d.per_width_sq = 1.0;
    return d;
}

// Makes a dot as wide as `drawn` instead of `width`: halves of it, pixels.
void widen(inout Dot d, float width, float drawn) {
    d.per_width_sq = 1.0 / (drawn * drawn);
    d.depth = spread_out(d.depth, (drawn * drawn + drawn * length(d.streak)) / (width * width));
}

// Its optical depth at a pixel, by far the most of it for spray in the middle, for the others at the rim: a film of water is
// seen where the view grazes it. The profiles' means are near one another.
float depth_at(Dot d, vec2 pixel) {
    vec2 from = pixel - d.center;
    from -= d.streak * clamp(dot(from, d.streak) * d.per_streak_sq, -1.0, 1.0);
    float q = dot(from, from) * d.per_width_sq;
    if (q > 1.0) return 0.0;
    float profile = 1.0 - q;
    profile = mix(profile, 0.3 + 3.0 * q * q * profile, d.foam);
    return d.depth * mix(profile, 0.3 + 1.4 * q * q, d.bubble);
}

// The pixels whose centres are within `reach` of the dot's: low to high.
ivec2 lowest(Dot d, vec2 reach) { return max(ivec2(ceil(d.center - reach - 0.5)), ivec2(0)); }
ivec2 highest(Dot d, vec2 reach) { return min(ivec2(floor(d.center + reach - 0.5)), target.size - 1); }
