// The picture's tiles, in those where water is near (wet) and the others (dry): software drivers run all of a program for
// every pixel, also where a condition leaves nothing to do, and any device has less to read. Sorted by mark_tiles.comp
// and list_tiles.comp; smoothing is dispatched over the wet ones, what shades the picture draws both apart.
#include "render/bindings.glsl"
const ivec2 kTile = ivec2(64, 32);  // samples of the front
const uint kWetAtOnce = 32768u;     // along y of a dispatch

#ifndef TILES_ACCESS
#define TILES_ACCESS readonly
#endif
layout(std430, set = 1, binding = WATER_TILES) restrict TILES_ACCESS buffer Tiles {
    uvec4 groups;              // VkDispatchIndirectCommand: parts of a tile, wet tiles, kWetAtOnce of them
    uvec4 wet_draw, dry_draw;  // VkDrawIndirectCommand: six vertices a tile
    uint word[];               // whether it is wet, of each tile; wet tiles; dry tiles
} tiles;

int tile_columns() { return (int(front_size().x) + kTile.x - 1) / kTile.x; }
int tile_count() { return tile_columns() * ((int(front_size().y) + kTile.y - 1) / kTile.y); }
ivec2 tile_corner(uint tile) { return kTile * ivec2(int(tile) % tile_columns(), int(tile) / tile_columns()); }
