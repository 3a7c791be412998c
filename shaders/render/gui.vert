// Dear ImGui's triangles.
#version 460

layout(location = 0) in vec2 position;  // window units from the upper left corner
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;  // sRGB
layout(push_constant) uniform Push { vec2 scale, offset; };
layout(location = 0) out vec2 atlas_uv;
layout(location = 1) out vec4 tint;

void main() {
    gl_Position = vec4(position * scale + offset, 0.0, 1.0);
    atlas_uv = uv;
    tint = color;
}
