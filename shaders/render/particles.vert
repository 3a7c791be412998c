// Which particle is visible where: sprites that cover the projected spheres. Reads the solver's positions in place.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/moment.glsl"
#include "render/sphere_sprite.glsl"

layout(std430, set = 0, binding = FRAME_POSITION) restrict readonly buffer Position { vec4 position[]; };

layout(location = 0) flat out vec3 center;  // view space
layout(location = 1) flat out uint particle;

void main() {
    particle = sprite_index();
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    center = vec3(0.0);
    if (particle >= args.particles) return;
    center = to_view(at_moment(position[particle].xyz, particle));
    cover_sphere(center, sample_size());
}
