// Builds the lists of wet and dry tiles and the indirect commands over them. Their order does not affect the picture.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#define TILES_ACCESS
#include "render/water_tiles.glsl"

layout(local_size_x = 64) in;

void main() {
    uint tile = gl_GlobalInvocationID.x, count = uint(tile_count());
    if (tile >= count) return;
    if (tiles.word[tile] == 0u) {
        tiles.word[2u * count + atomicAdd(tiles.dry_draw.x, 6u) / 6u] = tile;
        return;
    }
    uint k = atomicAdd(tiles.wet_draw.x, 6u) / 6u;
    tiles.word[count + k] = tile;
    atomicMax(tiles.groups.y, min(k + 1u, kWetAtOnce));
    atomicMax(tiles.groups.z, k / kWetAtOnce + 1u);
}
