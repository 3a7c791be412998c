// What is behind the water: sky and floor, with the water's shadow. Linear.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/scene_light.glsl"
#include "render/absorption.glsl"

layout(set = 1, binding = 4) uniform sampler2D sun_thickness;

// Past the water above it. A surface that bulges toward the sun gathers its light as a lens does: with the water's
// thickness T as the shape, to first order by 1 − (1 − 1/n) T ∇²T [the lens equation of a thin lens].
float mean_thickness(vec2 at, float radius) {
    const int kTaps = 6;
    vec2 step = vec2(0.5 * radius * args.sun.right.w, 0.0);
    float sum = 0.0;
    for (int k = 0; k < kTaps; ++k, step = mat2(0.5, 0.8660254, -0.8660254, 0.5) * step)
        sum += textureLod(sun_thickness, at + step, 0.0).r;
    return sum / float(kTaps);
}

vec3 sun_on_floor(vec3 x) {
    vec2 at = light_coordinates(args.sun, x).xy;
    if (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, vec2(1.0)))) return vec3(1.0);
    float near = 4.0 * args.eye.w, far = 9.0 * args.eye.w;  // m: less would show single particles
    float around = mean_thickness(at, far);
    if (around == 0.0) return vec3(1.0);
    float middle = mean_thickness(at, near);
    float curvature = 4.0 * (around - middle) / (far * far - near * near);  // ∇²T
    float gathered = clamp(1.0 - args.caustics * (1.0 - 1.0 / args.index) * middle * curvature, 0.5, 2.5);
    // The surface sends a part of the light aside.
    return transmittance(middle) * gathered * mix(1.0, 1.0 - args.shadow, 1.0 - exp(-middle / (3.0 * args.eye.w)));
}
float sky_on_floor(vec3 x) { return 1.0; }
#include "render/floor.glsl"

layout(location = 0) out vec4 color;

void main() {
    vec3 direction = normalize(to_world_direction(view_ray(gl_FragCoord.xy, picture_size())));
    color = vec4(shade_background(direction), 1.0);
}
