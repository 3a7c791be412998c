// One direction of a separable filter over the water's front (view distances, m; 0: no water).
//
// FILTER 0, narrow range [TY18]: a weighted mean of nearby distances that belong to the same surface. Samples nearer
// than the range belong to another surface in front and are left out; samples beyond it count as kFarEnd behind the
// centre, so that a silhouette keeps its height; the range grows with the accepted distances so that it follows slopes.
// It is wide, because ripples hide many radii of water behind them where the eye looks along it; but drops and water are
// filtered apart, or the water would rise to meet each drop above it.
// FILTER 1, bilateral: weights also fall off with the difference of the distances [vdL09].
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/wet_sample.glsl"
#include "render/front_sample.glsl"

layout(constant_id = 1) const uint FILTER = 0u;

layout(set = 1, binding = FILTER_FROM, r32f) uniform readonly image2D from;
layout(set = 1, binding = FILTER_TO, r32f) uniform writeonly image2D to;
layout(push_constant) uniform Step {
    ivec2 direction;  // (1, 0) or (0, 1)
    float reach;      // particle radii on either side; 0: taps at adjacent samples
    int most;         // taps on either side, at most; if they do not cover the reach, they are spaced out
} step;

const float kRange = 10.0;  // particle radii on either side that belong to one surface, before slopes are followed
const float kFarEnd = 3.0;  // particle radii behind the centre, where a sample beyond the range is counted

float distance_at(ivec2 at) {
    return is_outside(at) ? -1.0 : imageLoad(from, at).r;
}

void main() {
    ivec2 at = wet_sample();
    if (is_outside(at)) return;
    float z = imageLoad(from, at).r;
    if (z <= 0.0) {
        imageStore(to, at, vec4(0.0));
        return;
    }
    bool drop = is_drop_sample(z);
    float radius = args.eye.w;
    float pixels = step.reach * radius * 0.5 * front_size().y / (args.up.w * z);
    int taps = step.reach > 0.0 ? clamp(int(pixels + 0.5), 1, step.most) : step.most;
    float stride = max(1.0, pixels / float(taps));
    // A Gaussian of standard deviation σ = taps/2, each weight from the one before:
    // exp((−k² + (k − 1)²) / 2σ²) = exp((1 − 2k) / 2σ²).
    float half_inv_variance = 2.0 / float(taps * taps);
    float weight = 1.0, ratio = exp(-half_inv_variance), ratio_ratio = ratio * ratio;
    float low = z - kRange * radius, high = z + kRange * radius;
    float sum = z, total = 1.0;
    for (int k = 1; k <= taps; ++k) {
        weight *= ratio;
        ratio *= ratio_ratio;
        ivec2 offset = step.direction * int(float(k) * stride + 0.5);
        float a = distance_at(at - offset), b = distance_at(at + offset);
        if (FILTER == 1u) {
            float scale = -0.125 / (radius * radius);  // a standard deviation of two radii
            float wa = a > 0.0 ? weight * exp(scale * (a - z) * (a - z)) : 0.0;
            float wb = b > 0.0 ? weight * exp(scale * (b - z) * (b - z)) : 0.0;
            sum += wa * a + wb * b;
            total += wa + wb;
            continue;
        }
        // A tap in front of the range or outside the picture is left out with its mirror image, or slopes would tilt; and
        // so is a drop, which hides what is there of the water.
        bool like_a = is_drop_sample(a) == drop, like_b = is_drop_sample(b) == drop;
        bool hides_a = a > 0.0 && (like_a ? a < low : !drop || a < z), hides_b = b > 0.0 && (like_b ? b < low : !drop || b < z);
        if (hides_a || hides_b || a < 0.0 || b < 0.0) continue;
        bool near_a = like_a && a > 0.0 && a <= high, near_b = like_b && b > 0.0 && b <= high;
        float limit = z + kFarEnd * radius;
        sum += weight * ((near_a ? a : limit) + (near_b ? b : limit));
        total += 2.0 * weight;
        if (near_a) { low = min(low, a - kRange * radius); high = max(high, a + kRange * radius); }
        if (near_b) { low = min(low, b - kRange * radius); high = max(high, b + kRange * radius); }
    }
    imageStore(to, at, vec4(sample_of(sum / total, drop)));
}
