// What is behind the water, with its shadow: sky, floor, solids and the tank's walls. Linear; a: view distance of a solid, m.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/scene_light.glsl"

layout(set = 1, binding = 7) uniform sampler2D water_light;  // water_light.frag; 1 at its borders

vec3 past_fluid(vec3 x) { return textureLod(water_light, light_coordinates(args.sun, x).xy, 0.0).rgb; }
float sky_on_floor(vec3 x) { return 1.0; }
#include "render/background.glsl"

layout(location = 0) out vec4 color;

void main() {
    color = shade_background(to_world_direction(view_ray(gl_FragCoord.xy, picture_size())));
}
