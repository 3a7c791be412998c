#version 460

layout(location = 0) flat in vec2 center;
layout(location = 1) flat in vec2 radii;
layout(location = 0) out float thickness;  // m; blending adds it up

void main() {
    vec2 from_center = (gl_FragCoord.xy - center) / radii.x;
    float height_sq = 1.0 - dot(from_center, from_center);
    if (height_sq < 0.0) discard;
    thickness = 2.0 * sqrt(height_sq) * radii.y;
}
