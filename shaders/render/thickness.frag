// The water that a particle adds along a ray; from the sun, also its depth.
#version 460

layout(constant_id = 1) const bool FROM_SUN = false;

layout(location = 0) flat in vec4 center;  // thickness.vert
layout(location = 1) flat in vec4 sprite;
layout(location = 0) out vec2 sum;         // water, m; 0, or water times depth; blending adds them up

void main() {
    vec2 from_center = (gl_FragCoord.xy - center.xy) * sprite.x;
    float height_sq = 1.0 - dot(from_center, from_center);
    if (height_sq < 0.0) discard;
    // A profile without an edge, so that overlapping sprites show no grain.
    sum = sprite.y * height_sq * sqrt(height_sq) * vec2(1.0, FROM_SUN ? center.z : 0.0);
}
