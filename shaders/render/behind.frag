// What is behind the water: sky and floor, with the water's shadow. Linear.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/scene_light.glsl"

layout(set = 1, binding = 7) uniform sampler2D water_light;  // water_light.frag; 1 at its borders

vec3 sun_on_floor(vec3 x) { return textureLod(water_light, light_coordinates(args.sun, x).xy, 0.0).rgb; }
float sky_on_floor(vec3 x) { return 1.0; }
#include "render/floor.glsl"

layout(location = 0) out vec4 color;

void main() {
    vec3 direction = normalize(to_world_direction(view_ray(gl_FragCoord.xy, picture_size())));
    color = vec4(shade_background(direction), 1.0);
}
