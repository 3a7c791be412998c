// Normals of the water's smoothed front.
#include "render/bindings.glsl"
layout(set = 1, binding = WATER_FRONT) uniform sampler2D front;  // view distance, m; 0: no water

// The point of the front at a sample, view space.
vec3 on_front(ivec2 at, float view_distance) { return view_ray(vec2(at) + 0.5, sample_size()) * view_distance; }

// The step along the front at a sample, taken on the side where the distance changes less: across a silhouette the
// water would seem to turn away.
vec3 slope(ivec2 at, ivec2 step, float here) {
    ivec2 last = textureSize(front, 0) - 1;
    float a = texelFetch(front, clamp(at - step, ivec2(0), last), 0).r;
    float b = texelFetch(front, clamp(at + step, ivec2(0), last), 0).r;
    bool backward = b <= 0.0 || (a > 0.0 && abs(a - here) < abs(b - here));
    if (backward) return on_front(at, here) - on_front(at - step, a > 0.0 ? a : here);
    return on_front(at + step, b) - on_front(at, here);
}

// View space, unit. here: the view distance at the sample.
vec3 surface_normal(ivec2 at, float here) {
    return normalize(cross(slope(at, ivec2(0, 1), here), slope(at, ivec2(1, 0), here)));
}
