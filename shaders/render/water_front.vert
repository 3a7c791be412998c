// The water's front: sprites that cover the projected ellipsoids. Reads the solver's arrays in place.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/ellipsoid.glsl"
#include "render/sprite.glsl"

layout(location = 0) flat out vec4 center;            // view space; w: 1 for drops, 0 for water
layout(location = 1) flat out vec3 inverse_squares;   // of Σ⁻¹: xx yy zz
layout(location = 2) flat out vec3 inverse_products;  // xy xz yz

void main() {
    // Particles are in the order of their cells, z slowest. Near ones are drawn first, to hide others before shading.
    uint i = args.back.z > 0.0 ? args.particles - 1u - sprite_index() : sprite_index();
    center = vec4(0.0);
    inverse_squares = inverse_products = vec3(0.0);
    gl_PointSize = 1.0;
    gl_Position = kNowhere;
    if (i >= args.particles) return;
    Shape shape = shape_of(i);
    center = vec4(shape.center, is_drop(i) ? 1.0 : 0.0);
    float reach = sqrt(shape.sigma[2][2]);
    if (!(-center.z - reach > args.back.w)) return;  // not wholly beyond the near plane, or not a number

    if (spray_share(i, 0.5 * picture_size().y / (args.up.w * -center.z) * args.eye.w) >= 1.0) return;
    vec2 x = tangents(shape, 0) / args.right.w;
    vec2 y = -tangents(shape, 1).yx / args.up.w;
    vec2 low = (vec2(x.x, y.x) * 0.5 + 0.5) * front_size(), high = (vec2(x.y, y.y) * 0.5 + 0.5) * front_size();
    if (any(lessThan(high, vec2(0.0))) || any(greaterThan(low, front_size()))) return;
    mat3 inv = inverse(shape.sigma);
    inverse_squares = vec3(inv[0][0], inv[1][1], inv[2][2]);
    inverse_products = vec3(inv[0][1], inv[0][2], inv[1][2]);
    gl_PointSize = max(high.x - low.x, high.y - low.y) + 0.5;  // drivers round positions to fractions of a pixel
    gl_Position = sprite_position(0.5 * (low + high), gl_PointSize, depth_of(center.z + reach), front_size(), args.guard);
}
