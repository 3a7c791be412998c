// Smooth edges from one sample per pixel, after [Lottes09]: where brightness jumps, the edge is followed both ways to
// its ends, and the colour is sampled nearer to the other side, by the share that a straight edge between them covers.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"

layout(constant_id = 3) const bool WET = true;  // water_tiles.glsl; in dry tiles only solids have edges
layout(constant_id = 4) const uint SOLIDS = 0u;
layout(constant_id = 5) const bool OBSTACLES = false;

layout(set = 1, binding = WATER_COMPOSED) uniform sampler2D composed;  // a: brightness
layout(location = 0) out vec4 picture;

const int kSteps = 5;
const float kStep[kSteps] = float[](1.0, 2.0, 3.0, 5.0, 8.0);  // pixels along the edge, on either side
const float kLeastContrast = 0.055;   // of brightness, 0 … 1; less is a soft gradient
const float kLeastShare = 0.12;       // of the brightest neighbour

float brightness_at(vec2 at) { return textureLod(composed, at / picture_size(), 0.0).a; }
float brightness_of(ivec2 pixel) { return texelFetch(composed, clamp(pixel, ivec2(0), textureSize(composed, 0) - 1), 0).a; }

void main() {
    vec2 at = gl_FragCoord.xy;
    ivec2 pixel = ivec2(at);
    vec4 here = texelFetch(composed, pixel, 0);
    picture = vec4(here.rgb, 1.0);
    if (!WET && SOLIDS == 0u && !OBSTACLES) return;
    float m = here.a;
    float w = brightness_of(pixel - ivec2(1, 0)), e = brightness_of(pixel + ivec2(1, 0));
    float n = brightness_of(pixel - ivec2(0, 1)), s = brightness_of(pixel + ivec2(0, 1));
    float low = min(m, min(min(w, e), min(n, s))), high = max(m, max(max(w, e), max(n, s)));
    if (high - low < max(kLeastContrast, kLeastShare * high)) return;

    bool level = abs(n - 2.0 * m + s) >= abs(w - 2.0 * m + e);  // the edge runs along the row
    float before = level ? n : w, after = level ? s : e;
    bool to_before = abs(before - m) >= abs(after - m);
    float jump = (to_before ? before : after) - m;
    vec2 across = (level ? vec2(0, 1) : vec2(1, 0)) * (to_before ? -1.0 : 1.0), along = level ? vec2(1, 0) : vec2(0, 1);
    // Halfway between both sides, linear filtering gives their mean; as long as it stays the same, the edge continues.
    vec2 middle = at + 0.5 * across;
    float mean = m + 0.5 * jump, limit = 0.25 * abs(jump);
    float back = kStep[kSteps - 1], forth = back, back_end = 0.0, forth_end = 0.0;
    for (int k = 0; k < kSteps && (back_end == 0.0 || forth_end == 0.0); ++k) {
        float a = brightness_at(middle - along * kStep[k]) - mean, b = brightness_at(middle + along * kStep[k]) - mean;
        if (back_end == 0.0 && abs(a) >= limit) { back = kStep[k]; back_end = a; }
        if (forth_end == 0.0 && abs(b) >= limit) { forth = kStep[k]; forth_end = b; }
    }
    bool nearer_back = back < forth;
    float end = nearer_back ? back_end : forth_end;
    // The edge covers this pixel only if it ends toward the other side.
    bool covered = (end > 0.0) == (jump > 0.0) && end != 0.0;
    float share = covered ? 0.5 - min(back, forth) / (back + forth) : 0.0;
    // A lone bright or dark pixel has no edge to follow: its neighbours' mean softens it.
    float lone = clamp(abs(0.25 * (w + e + n + s) - m) / (high - low), 0.0, 1.0);
    share = max(share, 0.6 * lone * lone);
    picture = vec4(textureLod(composed, (at + across * share) / picture_size(), 0.0).rgb, 1.0);
}
