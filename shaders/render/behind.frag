// What is behind the water, with the water's shadow: sky, floor, solids and the tank's walls. Linear colour; a: view
// distance of a solid, m.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/scene_light.glsl"

#include "render/past_water.glsl"
#include "render/background.glsl"

layout(location = 0) out vec4 color;

void main() {
    color = shade_background(to_world_direction(view_ray(gl_FragCoord.xy, picture_size())));
}
