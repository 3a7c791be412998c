// The tank's edges as quads on the screen, wide enough for a smooth line.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"

layout(location = 0) noperspective out float from_center;  // pixels
layout(location = 1) noperspective out float depth;        // reversed; linear on the screen
layout(location = 2) flat out float strength;

const float kHalfQuad = 2.0;  // pixels: half the line and a pixel of smoothness, rounded up

const ivec2 kEdges[12] =
    ivec2[](ivec2(0, 1), ivec2(0, 2), ivec2(1, 3), ivec2(2, 3),  // those at z = tank_min.z, the only ones in 2D
            ivec2(4, 5), ivec2(4, 6), ivec2(5, 7), ivec2(6, 7), ivec2(0, 4), ivec2(1, 5), ivec2(2, 6), ivec2(3, 7));

vec3 corner(int k) {
    bvec3 far = bvec3((k & 1) != 0, (k & 2) != 0, (k & 4) != 0);
    return to_view(mix(args.tank_min.xyz, args.tank_max.xyz, far));
}

// Edges between walls that are seen from inside are fainter than those that are looked at through; tiles need none.
float strength_of(ivec2 edge) {
    vec3 center = 0.5 * (args.tank_min.xyz + args.tank_max.xyz), half_size = args.tank_max.xyz - center;
    vec3 side = vec3(ivec3(edge.x & 1, edge.x & 2, edge.x & 4) + ivec3(edge.y & 1, edge.y & 2, edge.y & 4)) /
                    vec3(1.0, 2.0, 4.0) - 1.0;  // −1 … 1 along each axis, 0 along the edge
    bool near = any(greaterThan(side.xz * (args.eye.xyz - center).xz, half_size.xz));
    return side.y < 0.0 && args.rim > args.tank_min.y ? 0.0 : near ? 1.0 : 0.35;
}

vec2 pixel_of(vec3 v) {
    return (vec2(v.x / args.right.w, -v.y / args.up.w) / -v.z * 0.5 + 0.5) * picture_size();
}

void main() {
    ivec2 edge = kEdges[gl_VertexIndex / 6];
    vec3 a = corner(edge.x), b = corner(edge.y);
    float near = -1.001 * args.back.w;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    from_center = depth = 0.0;
    strength = strength_of(edge);
    if (a.z > near && b.z > near) return;
    if (a.z > near) a = mix(b, a, (near - b.z) / (a.z - b.z));
    if (b.z > near) b = mix(a, b, (near - a.z) / (b.z - a.z));

    const ivec2 kCorners[6] =
        ivec2[](ivec2(0, -1), ivec2(1, -1), ivec2(0, 1), ivec2(0, 1), ivec2(1, -1), ivec2(1, 1));
    ivec2 which = kCorners[gl_VertexIndex % 6];
    vec2 start = pixel_of(a), end = pixel_of(b);
    vec2 along = normalize(end - start + vec2(1e-6, 0.0));
    vec2 at = (which.x == 0 ? start : end) + vec2(-along.y, along.x) * (kHalfQuad * float(which.y));
    from_center = kHalfQuad * float(which.y);
    depth = depth_of(which.x == 0 ? a.z : b.z);
    gl_Position = vec4(at / picture_size() * 2.0 - 1.0, 0.0, 1.0);
}
