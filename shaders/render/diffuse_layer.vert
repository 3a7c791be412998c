// Two triangles over each tile of the picture that has some of the layer in it.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/diffuse_sums.glsl"

layout(std430, set = 1, binding = DIFFUSE_TILES) restrict readonly buffer Tiles { uint tile[]; };

void main() {
    int k = gl_VertexIndex / 6, corner = gl_VertexIndex % 6;
    ivec2 step = ivec2(corner == 1 || corner == 3 || corner == 4, corner == 2 || corner == 4 || corner == 5);
    ivec2 at = kFoamTile * (ivec2(k % foam_tile_columns(), k / foam_tile_columns()) + step);
    vec2 inside = min(vec2(at), picture_size());
    gl_Position = vec4(tile[k] == 0u ? vec2(2.0) : inside / picture_size() * 2.0 - 1.0, 0.0, 1.0);
}
