// How much water a ray passes: each particle as a sphere of its volume. From the camera, or from the sun.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/ellipsoid.glsl"
#include "render/light_view.glsl"
#include "render/sprite.glsl"

layout(constant_id = 1) const bool FROM_SUN = false;

layout(location = 0) flat out vec2 center;    // pixels
layout(location = 1) flat out vec2 radii;     // pixels; m, such that volumes add up to the water's
layout(push_constant) uniform Target { vec2 size; float volume; float guard; } target;  // pixels; particle's, drawn radii³

void main() {
    uint i = sprite_index();
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    center = radii = vec2(0.0);
    float radius = args.eye.w * ellipsoid[3u * i].w, pixels;
    if (FROM_SUN) {
        vec3 c = light_coordinates(args.sun, ellipsoid[3u * i].xyz);
        center = c.xy * target.size;
        pixels = radius / args.sun.center.w;
    } else {
        vec3 c = to_view(ellipsoid[3u * i].xyz);
        if (!(-c.z - radius > args.back.w)) return;
        center = (vec2(c.x / args.right.w, -c.y / args.up.w) / -c.z * 0.5 + 0.5) * target.size;
        pixels = radius / -c.z * 0.5 * target.size.y / args.up.w;
    }
    // Sprites smaller than a pixel would fall between the pixels' centres: they are drawn wider and thinner.
    float drawn = max(pixels, 1.0);
    float size = ellipsoid[3u * i].w;
    float fill = target.volume / (4.18879 * size * size * size);
    radii = vec2(drawn, radius * fill * (pixels * pixels) / (drawn * drawn));
    if (any(lessThan(center, vec2(-drawn))) || any(greaterThan(center, target.size + drawn))) return;
    gl_PointSize = 2.0 * drawn + 0.5;
    gl_Position = sprite_position(center, gl_PointSize, 0.5, target.size, target.guard);
}
