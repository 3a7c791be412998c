// The water as the sun sees it, without the bumps of single particles: a Gaussian along one axis of the sun's map. Along the
// second one, the front follows from thickness and mean depth.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/sun_front.glsl"

layout(constant_id = 1) const uint SIZE = 1u;  // texels along an edge of this map
layout(constant_id = 2) const bool SECOND = false;

layout(set = 1, binding = LIGHT_FROM) uniform sampler2D from;  // water along the sun's rays, m; that times its depth less a half
layout(location = 0) out vec2 water;  // the same; SECOND: thickness, m; depth where the water begins, 0 … 1

void main() {
    const int kTaps = 6;     // on either side
    const float kReach = 3;  // standard deviations
    float deviation = front_deviation(SIZE);
    int step = max(1, int(round(kReach * deviation / float(kTaps))));
    vec2 sum = vec2(0.0);
    float weights = 0.0;
    for (int k = -kTaps; k <= kTaps; ++k) {
        float x = float(k * step) / deviation, weight = exp(-0.5 * x * x);
        vec2 tap = SECOND ? texelFetch(from, clamp(ivec2(gl_FragCoord.xy) + ivec2(0, k * step), ivec2(0), ivec2(SIZE) - 1), 0).rg
                          : textureLod(from, (gl_FragCoord.xy + vec2(k * step, 0.0)) / float(SIZE), 0.0).rg;
        sum += weight * tap;
        weights += weight;
    }
    water = sum / weights;
    if (!SECOND) return;
    float middle = water.x > 0.0 ? 0.5 + water.y / water.x : 0.0;
    water.y = middle - 0.25 * water.x * args.sun.toward.w;  // half the thickness; the map's depth of 1 m is half toward.w
}
