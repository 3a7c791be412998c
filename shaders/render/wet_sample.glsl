// Gives each invocation of a dispatch over the wet tiles its sample of the front; a workgroup covers 16 × 8 samples.
#include "render/water_tiles.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

ivec2 wet_sample() {
    // The last layer along z need not be full.
    uint k = gl_WorkGroupID.y + kWetAtOnce * gl_WorkGroupID.z;
    if (6u * k >= tiles.wet_draw.x) return ivec2(-1);
    ivec2 size = ivec2(gl_WorkGroupSize.xy), groups = kTile / size;
    int part = int(gl_WorkGroupID.x);
    return tile_corner(tiles.word[uint(tile_count()) + k]) + size * ivec2(part % groups.x, part / groups.x) +
           ivec2(gl_LocalInvocationID.xy);
}

bool is_outside(ivec2 at) { return any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, ivec2(front_size()))); }
