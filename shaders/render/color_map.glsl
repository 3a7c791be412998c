// Colour maps, encoded as sRGB. Shared by GLSL and C++ (src/render/particles/color_map.h).
// Knots at equal steps of OKLab's lightness [Ottosson20], linearly interpolated. Sequential: lightness 0.27 to 0.93,
// hue from violet through blue and green to yellow, as much chroma as sRGB allows, up to 0.165. Diverging: lightness
// 0.95 without colour in the middle, 0.43 in blue and in red at the ends.
#ifndef COLOR_MAP
#define COLOR_MAP

#include "sim/language.glsl"

const vec3 kSequentialColors[9] = {
    vec3(0.153f, 0.000f, 0.431f), vec3(0.047f, 0.204f, 0.510f), vec3(0.000f, 0.341f, 0.502f),
    vec3(0.000f, 0.459f, 0.537f), vec3(0.000f, 0.576f, 0.565f), vec3(0.039f, 0.702f, 0.545f),
    vec3(0.400f, 0.804f, 0.447f), vec3(0.725f, 0.871f, 0.349f), vec3(1.000f, 0.918f, 0.420f)};
const vec3 kDivergingColors[9] = {
    vec3(0.024f, 0.263f, 0.710f), vec3(0.188f, 0.455f, 0.784f), vec3(0.404f, 0.627f, 0.847f),
    vec3(0.651f, 0.788f, 0.898f), vec3(0.933f, 0.933f, 0.933f), vec3(0.894f, 0.729f, 0.659f),
    vec3(0.824f, 0.518f, 0.427f), vec3(0.733f, 0.298f, 0.231f), vec3(0.600f, 0.000f, 0.082f)};

// t: position in the range, clamped to 0 … 1.
PBF_FN vec3 map_color(uint map, float t) {
    float at = clamp(t, 0.0f, 1.0f) * 8.0f;
    int k = min(int(at), 7);
    vec3 a = map == 0u ? kSequentialColors[k] : kDivergingColors[k];
    vec3 b = map == 0u ? kSequentialColors[k + 1] : kDivergingColors[k + 1];
    return mix(a, b, at - float(k));
}

#endif
