// From scene light to the display.
#include "render/srgb.glsl"

layout(constant_id = 10) const bool LINEAR = false;  // half floats of linear light, for programs that work on pictures

// Neutral tone mapping (Khronos, 2024): colours keep their hue, only highlights are compressed and whitened.
vec3 tone_map(vec3 color) {
    if (LINEAR) return color;
    const float start = 0.8 - 0.04, desaturation = 0.15;
    float low = min(color.r, min(color.g, color.b));
    color -= low < 0.08 ? low - 6.25 * low * low : 0.04;
    float peak = max(color.r, max(color.g, color.b));
    if (peak < start) return color;
    float d = 1.0 - start;
    float new_peak = 1.0 - d * d / (peak + d - start);
    color *= new_peak / peak;
    return mix(color, vec3(new_peak), 1.0 - 1.0 / (desaturation * (peak - new_peak) + 1.0));
}

// Perceived brightness, roughly.
float brightness(vec3 linear) { return sqrt(dot(linear, vec3(0.2126, 0.7152, 0.0722))); }

// [Jimenez14]: neighbouring pixels get values far apart, evenly spread over 0 … 1.
float interleaved_noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

// The target stores 8 bits of sRGB: noise of one step's height hides the steps of soft gradients. A step of sRGB is
// about 2.2 √linear steps of linear light.
vec3 dithered(vec3 linear, vec2 pixel) {
    if (LINEAR) return linear;
    return clamp(linear + sqrt(max(linear, 0.0)) * (2.2 / 255.0 * (interleaved_noise(pixel) - 0.5)), 0.0, 1.0);
}
