// A solid's triangles as the sun sees them.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/body.glsl"
#include "render/light_view.glsl"

layout(location = 0) in vec3 corner;  // m, in the mesh's own axes

void main() {
    Body body = bodies[gl_InstanceIndex];
    vec3 at = light_coordinates(args.mesh_sun, body.center.xyz + axes_of(body) * corner);
    gl_Position = vec4(at.xy * 2.0 - 1.0, at.z, 1.0);
}
