// What is behind the water: backdrop and floor, with the water's shadow. Linear.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/scene_light.glsl"
#include "render/absorption.glsl"

layout(set = 1, binding = 4) uniform sampler2D sun_thickness;

vec3 sun_on_floor(vec3 x) {
    vec2 at = light_coordinates(args.sun, x).xy;
    vec2 reach = vec2(3.0) / vec2(textureSize(sun_thickness, 0));
    float thickness = 0.0;
    vec2 spoke = vec2(1.0, 0.0);
    for (int k = 0; k < 8; ++k, spoke = kGoldenTurn * spoke)
        thickness += textureLod(sun_thickness, at + reach * disc_point(k, 8, spoke), 0.0).r / 8.0;
    // Its surface scatters a part of the light aside.
    return transmittance(2.0 * thickness) * mix(1.0, 0.45, 1.0 - exp(-thickness / (3.0 * args.eye.w)));
}
#include "render/floor.glsl"

layout(location = 0) out vec4 color;

void main() {
    vec3 direction = normalize(to_world_direction(view_ray(gl_FragCoord.xy, picture_size())));
    color = vec4(shade_background(direction), 1.0);
}
