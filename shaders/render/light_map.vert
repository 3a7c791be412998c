// Particles as a light sees them: sprites in an orthographic map.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/light_map.glsl"
#include "render/moment.glsl"
#include "render/sprite.glsl"

layout(std430, set = 0, binding = FRAME_POSITION) restrict readonly buffer Position { vec4 position[]; };

layout(location = 0) flat out vec3 center;  // texels, depth

void main() {
    uint i = sprite_index();
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    center = vec3(0.0);
    if (i >= args.particles) return;
    LightView light = light_view();
    center = light_coordinates(light, at_moment(position[i].xyz, i));
    center.xy *= light_map.size;
    float radius = args.eye.w / light.center.w;
    gl_PointSize = 2.0 * radius + 0.5;
    gl_Position = sprite_position(center.xy, gl_PointSize, clamp(center.z, 0.0, 1.0), vec2(light_map.size), 0.0);
}
