// Boundary particles, as spheres.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/sphere_sprite.glsl"

layout(std430, set = 0, binding = FRAME_OBSTACLE) restrict readonly buffer Obstacle { vec4 obstacle[]; };

layout(location = 0) flat out vec3 center;  // view space

void main() {
    center = to_view(obstacle[sprite_index()].xyz);
    cover_sphere(center, picture_size());
}
