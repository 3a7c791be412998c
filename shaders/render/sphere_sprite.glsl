// The sprite that covers a sphere: the bounding square of its projection.
#include "render/sprite.glsl"

// Interval of x/-z that a sphere covers: the tangents through the eye in the plane of x and z.
vec2 tangents(float x, float distance, float radius) {
    float leg_sq = distance * distance - radius * radius;
    float root = radius * sqrt(x * x + leg_sq);
    return vec2(x * distance - root, x * distance + root) / leg_sq;
}

// Sets gl_Position and gl_PointSize for a sphere of the particles' radius. center: view space; size: the image's, px.
void cover_sphere(vec3 center, vec2 size) {
    float radius = args.eye.w;
    float distance = -center.z;
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    if (!(distance - radius > args.back.w)) return;  // not wholly beyond the near plane, or not a number

    vec2 x = tangents(center.x, distance, radius) / args.right.w;
    vec2 y = -tangents(center.y, distance, radius).yx / args.up.w;
    vec2 low = (vec2(x.x, y.x) * 0.5 + 0.5) * size, high = (vec2(x.y, y.y) * 0.5 + 0.5) * size;
    if (any(lessThan(high, vec2(0.0))) || any(greaterThan(low, size))) return;
    gl_PointSize = max(high.x - low.x, high.y - low.y) + 0.5;  // drivers round positions to fractions of a pixel
    float nearest = depth_of(radius - distance);
    gl_Position = sprite_position(0.5 * (low + high), gl_PointSize, nearest, size, args.guard);
}
