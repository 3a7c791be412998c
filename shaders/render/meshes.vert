// A solid's triangles as the camera sees them. The instance is the solid's place among the bodies.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/body.glsl"

layout(location = 0) in vec3 corner;       // m, in the mesh's own axes
layout(location = 1) in vec3 normal_there;
layout(location = 0) out vec3 normal;      // world space
layout(location = 1) flat out float mark;  // 1; of a painted body 2 plus its place among them

void main() {
    Body body = bodies[gl_InstanceIndex];
    mat3 to_world = axes_of(body);
    normal = to_world * normal_there;
    mark = body.color.w > 0.0 ? float(gl_InstanceIndex + 2) : 1.0;
    vec3 v = to_view(body.center.xyz + to_world * corner);
    vec2 inside_guard = picture_size() / (picture_size() + 2.0 * args.guard);
    gl_Position = vec4(v.xy / vec2(args.right.w, -args.up.w) * inside_guard, args.back.w, -v.z);
}
