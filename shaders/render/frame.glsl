// The resources of a frame, one set for all passes (src/render/frame_set.h), and the camera.
#include "render/bindings.glsl"
#include "render/render_args.glsl"

layout(std140, set = 0, binding = FRAME_ARGS) uniform Args { RenderArgs args; };

// View space: x right, y up, -z into the picture. Relative to the eye first: no cancellation far from the origin.
vec3 to_view(vec3 x) {
    vec3 v = x - args.eye.xyz;
    return vec3(dot(args.right.xyz, v), dot(args.up.xyz, v), dot(args.back.xyz, v));
}

vec3 to_world_direction(vec3 v) { return args.right.xyz * v.x + args.up.xyz * v.y + args.back.xyz * v.z; }

// The view-space ray through a point of the picture (pixels from its upper left corner), with z = -1.
vec3 view_ray(vec2 pixel, vec2 size) {
    vec2 ndc = pixel / size * 2.0 - 1.0;
    return vec3(ndc.x * args.right.w, -ndc.y * args.up.w, -1.0);
}

vec2 picture_size() { return vec2(args.width, args.height); }
vec2 sample_size() { return vec2(args.width * args.supersample, args.height * args.supersample); }

vec2 front_size() { return vec2(args.front_width, args.front_height); }

// Depth is reversed: near plane 1, infinity 0, which spreads the floats evenly over the distance.
float depth_of(float view_z) { return args.back.w / -view_z; }
float view_z_of(float depth) { return -args.back.w / depth; }

// The light of foam and spray, which scatter all colours alike, from all directions. sun: share of its light that arrives.
vec3 foam_light(float sun) { return 0.75 * args.sky_light.rgb + (0.55 * sun) * args.sun_light.rgb; }

// The nearer hit of t·ray with a sphere, ray.z = -1: t > 0, and the unit normal; t = 0: none.
// |c|² - r² would cancel to nothing for a small sphere far away; the foot of the perpendicular does not.
float hit_sphere(vec3 ray, vec3 center, float radius, out vec3 normal) {
    float inv_a = 1.0 / dot(ray, ray);
    float foot = dot(ray, center) * inv_a;
    vec3 miss = ray * foot - center;
    float chord_sq = (radius * radius - dot(miss, miss)) * inv_a;
    float half_chord = sqrt(max(chord_sq, 0.0));
    normal = (miss - ray * half_chord) / radius;
    return chord_sq < 0.0 ? 0.0 : foot - half_chord;
}
