// Two triangles over each wet or each dry tile.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/water_tiles.glsl"

layout(constant_id = 3) const bool WET = true;

void main() {
    uint list = uint(tile_count()) * (WET ? 1u : 2u);
    int corner = gl_VertexIndex % 6;
    ivec2 step = ivec2(corner == 1 || corner == 3 || corner == 4, corner == 2 || corner == 4 || corner == 5);
    ivec2 at = tile_corner(tiles.word[list + uint(gl_VertexIndex / 6)]) + kTile * step;
    gl_Position = vec4(min(vec2(at), front_size()) / front_size() * 2.0 - 1.0, 0.0, 1.0);
}
