// Share of the sun's light that passes the water, on the sun's map: tinted, and focused or deflected by the surface.
// a: the mean depth of the water in the light's view, 0 … 1.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/absorption.glsl"

layout(constant_id = 1) const uint SIZE = 1u;  // texels along an edge of this map

layout(set = 1, binding = WATER_SUN_THICKNESS) uniform sampler2D sun_thickness;
layout(location = 0) out vec4 share;

vec2 mean_thickness(vec2 at, float radius) {
    const int kTaps = 6;
    vec2 step = vec2(0.5 * radius * args.sun.right.w, 0.0);
    vec2 sum = vec2(0.0);
    for (int k = 0; k < kTaps; ++k, step = mat2(0.5, 0.8660254, -0.8660254, 0.5) * step)
        sum += textureLod(sun_thickness, at + step, 0.0).rg;
    return sum / float(kTaps);
}

// A surface that bulges toward the sun focuses its light like a lens: with the water's thickness T as its shape, to
// first order by a factor of 1 − (1 − 1/n) T ∇²T [the lens equation of a thin lens].
void main() {
    vec2 at = gl_FragCoord.xy / float(SIZE);
    float near = 4.0 * args.eye.w, far = 9.0 * args.eye.w;  // m: less would show single particles
    vec2 water = mean_thickness(at, near);
    float middle = water.r, around = mean_thickness(at, far).r;
    float curvature = 4.0 * (around - middle) / (far * far - near * near);  // ∇²T
    float gathered = clamp(1.0 - args.caustics * (1.0 - 1.0 / args.index) * middle * curvature, 0.5, 2.5);
    float aside = args.shadow * (1.0 - exp(-middle / (3.0 * args.eye.w)));
    share = vec4(transmittance(middle) * (gathered * (1.0 - aside)), middle > 0.0 ? water.g / middle : 0.0);
}
