// One direction of enlarging a front with fewer samples (RenderArgs::front_width, front_height) to the picture's: a
// cubic B-spline, whose slopes are as smooth as normals require. Across a silhouette it takes the nearest sample.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"

layout(local_size_x = 16, local_size_y = 8) in;
layout(set = 1, binding = FILTER_FROM, r32f) uniform readonly image2D from;
layout(set = 1, binding = FILTER_TO, r32f) uniform writeonly image2D to;
layout(push_constant) uniform Step { ivec2 direction, size; } step;  // (1, 0) or (0, 1); samples to write

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, step.size))) return;
    bool level = step.direction.x == 1;
    vec2 scale = front_size() / sample_size();
    int count = level ? int(front_size().x) : int(front_size().y);
    float x = (float(level ? at.x : at.y) + 0.5) * (level ? scale.x : scale.y) - 0.5;
    int low = int(floor(x));
    float t = x - float(low), u = 1.0 - t;
    vec4 weight = vec4(u * u * u, 4.0 - 6.0 * t * t + 3.0 * t * t * t, 4.0 - 6.0 * u * u + 3.0 * u * u * u, t * t * t) / 6.0;
    float z[4];
    for (int k = 0; k < 4; ++k) {
        int sample_at = clamp(low - 1 + k, 0, count - 1);
        z[k] = imageLoad(from, level ? ivec2(sample_at, at.y) : ivec2(at.x, sample_at)).r;
    }
    float nearest = t < 0.5 ? z[1] : z[2];
    vec4 around = vec4(z[0], z[1], z[2], z[3]);
    bool one_surface = all(greaterThan(around, vec4(0.0))) && all(lessThan(abs(around - nearest), vec4(4.0 * args.eye.w)));
    imageStore(to, at, vec4(one_surface ? dot(weight, around) : nearest));
}
