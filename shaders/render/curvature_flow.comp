// One step of curvature flow over the water's front [vdL09]: distances move along the view against their mean
// curvature, which flattens bumps first. Silhouettes stand still.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/wet_sample.glsl"

layout(set = 1, binding = FILTER_FROM, r32f) uniform readonly image2D from;
layout(set = 1, binding = FILTER_TO, r32f) uniform writeonly image2D to;
layout(push_constant) uniform Step { float rate; } step;  // share of the fastest that is stable, 0 … 1

void main() {
    ivec2 at = wet_sample(), last = ivec2(front_size()) - 1;
    if (is_outside(at)) return;
    float z = imageLoad(from, at).r;
    float moved = z;
    if (z > 0.0 && all(greaterThan(at, ivec2(0))) && all(lessThan(at, last))) {
        float w = imageLoad(from, at + ivec2(-1, 0)).r, e = imageLoad(from, at + ivec2(1, 0)).r;
        float n = imageLoad(from, at + ivec2(0, -1)).r, s = imageLoad(from, at + ivec2(0, 1)).r;
        // A sample beside another surface, or beside none, stays where it is.
        float reach = 3.0 * args.eye.w;
        bvec4 same = lessThan(abs(vec4(w, e, n, s) - z), vec4(reach));
        if (same.x && same.y && same.z && same.w) {
            float dx = 0.5 * (e - w), dy = 0.5 * (s - n), dxx = e - 2.0 * z + w, dyy = s - 2.0 * z + n;
            float dxy = 0.25 * (imageLoad(from, at + ivec2(1, 1)).r - imageLoad(from, at + ivec2(1, -1)).r -
                                imageLoad(from, at + ivec2(-1, 1)).r + imageLoad(from, at + ivec2(-1, -1)).r);
            if (abs(dxy) > reach) dxy = 0.0;
            // Mean curvature of the height field, times its stretch; c is the size of a sample at the water's distance,
            // so that all quantities are in m.
            float c = 2.0 * args.up.w * z / front_size().y;
            float c_sq = c * c;
            float flow = ((c_sq + dy * dy) * dxx - 2.0 * dx * dy * dxy + (c_sq + dx * dx) * dyy) /
                         (c_sq + dx * dx + dy * dy);
            moved = z + step.rate * 0.25 * flow;
        }
    }
    imageStore(to, at, vec4(moved));
}
