// A particle's ellipsoid as shaders/sim/fit_ellipsoid.glsl leaves it, in view space, and where a ray meets it.
#include "render/bindings.glsl"
#include "render/moment.glsl"
#include "render/random.glsl"
layout(std430, set = 1, binding = WATER_ELLIPSOID) restrict readonly buffer Ellipsoid { vec4 ellipsoid[]; };
layout(std430, set = 1, binding = WATER_ID) restrict readonly buffer Id { uint id[]; };

vec4 center_of(uint i) { return vec4(at_moment(ellipsoid[3u * i].xyz, i), ellipsoid[3u * i].w); }  // m; w: its size

struct Shape {
    vec3 center;  // m
    mat3 sigma;   // m²
    float radius; // m: of a sphere of the same size
};

Shape shape_of(uint i) {
    vec4 center = center_of(i);
    vec3 s = ellipsoid[3u * i + 1u].xyz, p = ellipsoid[3u * i + 2u].xyz;
    mat3 axes = mat3(args.right.xyz, args.up.xyz, args.back.xyz);
    mat3 world = mat3(s.x, p.x, p.y, p.x, s.y, p.z, p.y, p.z, s.z);
    // A lone particle's water is drawn as a drop of any size up to its own: drops that are all alike look like beads.
    float lone = 1.0 - smoothstep(0.0, 0.3, ellipsoid[3u * i + 1u].w), random = random_of(id[i]);
    float radius = args.eye.w * mix(1.0, mix(0.35, 0.95, random * random), lone);
    return Shape(to_view(center.xyz), (radius * radius) * (transpose(axes) * world * axes), radius * center.w);
}

// Loose water, which smooth_front.comp keeps apart from what is behind it: fewer neighbours than particles have in the edge
// between the surface and a wall, which as drops would be beads along it.
bool is_drop(uint i) { return ellipsoid[3u * i + 1u].w < 0.2; }

// How far a particle is drawn as spray instead of as a drop, 0 … 1: loose particles are, if a drop would be a few
// glittering pixels in a picture of 720 rows; larger pictures show the same. pixels: the particle's drawn radius.
float spray_share(uint i, float pixels) {
    return (1.0 - smoothstep(0.0, 0.2, ellipsoid[3u * i + 1u].w)) * (1.0 - smoothstep(5.0, 9.0, pixels * 720.0 / picture_size().y)) * min(1.0, args.ground_light.w);
}

// Interval of x/-z (axis 0) or y/-z (axis 1) that the ellipsoid covers: a plane through the eye with normal
// n = (1, 0, t) touches it if (n·c)² = nᵀ Σ n. The ellipsoid must be wholly in front of the eye: c_z² > Σ_zz.
vec2 tangents(Shape s, int axis) {
    float a = s.center.z * s.center.z - s.sigma[2][2];
    float b = s.center[axis] * s.center.z - s.sigma[axis][2];
    float c = s.center[axis] * s.center[axis] - s.sigma[axis][axis];
    float root = sqrt(max(b * b - a * c, 0.0));
    return vec2(-b - root, -b + root) / a;
}

// t of the nearer hit of t·ray, ray.z = -1, with the ellipsoid of the inverse matrix; 0: none. The foot of the
// perpendicular keeps the digits that |c|² − 1 would lose.
float hit_ellipsoid(vec3 ray, vec3 center, mat3 inverse_sigma) {
    vec3 m = inverse_sigma * ray;
    float inv_a = 1.0 / dot(ray, m);
    float foot = dot(center, m) * inv_a;
    vec3 miss = ray * foot - center;
    float chord_sq = (1.0 - dot(miss, inverse_sigma * miss)) * inv_a;
    return chord_sq < 0.0 ? 0.0 : foot - sqrt(chord_sq);
}
