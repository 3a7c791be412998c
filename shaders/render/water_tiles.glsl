// The picture's tiles, sorted by mark_tiles.comp and list_tiles.comp into those with water in or near them (wet) and
// the others (dry). Smoothing is dispatched over the wet ones; passes that shade the picture draw each kind with its
// own variant of the program, so that any device has less to read. Software drivers gain most: they run all of a program
// for every pixel, even if a condition leaves nothing to do.
#include "render/bindings.glsl"
const ivec2 kTile = ivec2(64, 32);  // samples of the front
const uint kWetAtOnce = 32768u;     // workgroups along y of a dispatch, at most

#ifndef TILES_ACCESS
#define TILES_ACCESS readonly
#endif
layout(std430, set = 1, binding = WATER_TILES) restrict TILES_ACCESS buffer Tiles {
    uvec4 groups;              // VkDispatchIndirectCommand: parts of a tile; wet tiles, kWetAtOnce at most; layers
    uvec4 wet_draw, dry_draw;  // VkDrawIndirectCommand: six vertices a tile
    uint word[];               // for each tile, whether it is wet; list of wet tiles; list of dry tiles
} tiles;

int tile_columns() { return (int(front_size().x) + kTile.x - 1) / kTile.x; }
int tile_count() { return tile_columns() * ((int(front_size().y) + kTile.y - 1) / kTile.y); }
ivec2 tile_corner(uint tile) { return kTile * ivec2(int(tile) % tile_columns(), int(tile) / tile_columns()); }
