// Marks the tiles that have water in them or within kMargin samples of them. One workgroup examines one tile.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#define TILES_ACCESS
#include "render/water_tiles.glsl"

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 1, binding = FILTER_FROM, r32f) uniform readonly image2D front;

const ivec2 kPart = ivec2(8, 4);  // samples that an invocation examines
const int kMargin = 12;           // samples: farther than antialias.frag follows edges and than the spline reaches

void mark(ivec2 at) {
    ivec2 tile = clamp(at, ivec2(0), ivec2(front_size()) - 1) / kTile;
    atomicOr(tiles.word[tile.y * tile_columns() + tile.x], 1u);
}

void main() {
    ivec2 corner = kTile * ivec2(gl_WorkGroupID.xy) + kPart * ivec2(gl_LocalInvocationID.xy);
    ivec2 end = min(corner + kPart, ivec2(front_size()));
    float water = 0.0;
    for (int y = corner.y; y < end.y; ++y)
        for (int x = corner.x; x < end.x; ++x) water = max(water, imageLoad(front, ivec2(x, y)).r);
    if (water == 0.0) return;
    mark(corner - kMargin);
    mark(end + kMargin);
    mark(ivec2(corner.x - kMargin, end.y + kMargin));
    mark(ivec2(end.x + kMargin, corner.y - kMargin));
}
