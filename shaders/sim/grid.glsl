// The uniform grid: cell edge just above h, so that all pairs with r < h are in adjoining cells whatever the rounding.
// dense: clamped to the tank's box. hashed: coordinates wrap around a power-of-two box, for unbounded domains; the
// distance test tells apart particles of cells that share an index.
#ifndef PBF_GRID
#define PBF_GRID

// Only −, ×, floor and comparisons: every backend but cuda:fast finds the same cell.
PBF_FN ivec3 cell_coordinate(vec3 x) {
    PBF_PRECISE float cx = floor((x.x - params.grid_origin.x) * params.grid_origin.w);
    PBF_PRECISE float cy = floor((x.y - params.grid_origin.y) * params.grid_origin.w);
    PBF_PRECISE float cz = floor((x.z - params.grid_origin.z) * params.grid_origin.w);
    float limit = 1.0e6f;  // keeps the conversion defined for a particle that has left any sensible domain
    ivec3 c = ivec3(int(clamp(cx, -limit, limit)), int(clamp(cy, -limit, limit)), int(clamp(cz, -limit, limit)));
    ivec3 dims = ivec3(int(params.grid_dims.x), int(params.grid_dims.y), int(params.grid_dims.z));
    if (params.grid_dims.w != 0u) return ivec3(c.x & (dims.x - 1), c.y & (dims.y - 1), c.z & (dims.z - 1));
    return ivec3(clamp(c.x, 0, dims.x - 1), clamp(c.y, 0, dims.y - 1), clamp(c.z, 0, dims.z - 1));
}

PBF_FN uint cell_index(ivec3 c) {
    return (uint(c.z) * params.grid_dims.y + uint(c.y)) * params.grid_dims.x + uint(c.x);
}

PBF_FN ivec3 cell_of_index(uint cell_id) {
    uint row = cell_id / params.grid_dims.x;
    return ivec3(int(cell_id % params.grid_dims.x), int(row % params.grid_dims.y), int(row / params.grid_dims.y));
}

// A cell index kept in a float's bits, with an exponent that no driver flushes to zero or turns into a NaN.
PBF_FN float cell_tag(uint cell_id) { return uintBitsToFloat(0x40000000u | cell_id); }
PBF_FN uint cell_of_tag(float tag) { return floatBitsToUint(tag) & 0x1fffffffu; }

// The 27 cells (9 in 2D) around a cell as runs of consecutive cells: dense grids give 9 runs of up to three cells in
// x (3 in 2D), wrapped ones 27 runs of one. Returns (first cell, last cell); first > last: an empty run.
PBF_FN uint adjoining_run_count() {
    return (params.dimensions == 3u ? 9u : 3u) * (params.grid_dims.w != 0u ? 3u : 1u);
}

PBF_FN uvec2 adjoining_run(ivec3 c, uint run) {
    ivec3 dims = ivec3(int(params.grid_dims.x), int(params.grid_dims.y), int(params.grid_dims.z));
    if (params.grid_dims.w != 0u) {
        int x = (c.x + int(run % 3u) - 1) & (dims.x - 1);
        int y = (c.y + int((run / 3u) % 3u) - 1) & (dims.y - 1);
        int z = params.dimensions == 3u ? (c.z + int(run / 9u) - 1) & (dims.z - 1) : 0;
        uint only = cell_index(ivec3(x, y, z));
        return uvec2(only, only);
    }
    int y = c.y + int(run % 3u) - 1;
    int z = params.dimensions == 3u ? c.z + int(run / 3u) - 1 : c.z;
    if (y < 0 || y >= dims.y || z < 0 || z >= dims.z) return uvec2(1u, 0u);
    return uvec2(cell_index(ivec3(max(c.x - 1, 0), y, z)), cell_index(ivec3(min(c.x + 1, dims.x - 1), y, z)));
}

// The 8 cells (4 in 2D) nearest to x, in which every particle within half an edge of it is, as runs likewise: dense grids
// give 4 runs of two cells in x (2 in 2D), wrapped ones 8 (4) of one. nearest_corner: the lowest of the cells.
PBF_FN ivec3 nearest_corner(vec3 x) {
    PBF_PRECISE float cx = floor((x.x - params.grid_origin.x) * params.grid_origin.w - 0.5f);
    PBF_PRECISE float cy = floor((x.y - params.grid_origin.y) * params.grid_origin.w - 0.5f);
    PBF_PRECISE float cz = floor((x.z - params.grid_origin.z) * params.grid_origin.w - 0.5f);
    float limit = 1.0e6f;
    return ivec3(int(clamp(cx, -limit, limit)), int(clamp(cy, -limit, limit)),
                 params.dimensions == 3u ? int(clamp(cz, -limit, limit)) : 0);
}

PBF_FN uint nearest_run_count() {
    return (params.dimensions == 3u ? 4u : 2u) * (params.grid_dims.w != 0u ? 2u : 1u);
}

PBF_FN uvec2 nearest_run(ivec3 corner, uint run) {
    ivec3 dims = ivec3(int(params.grid_dims.x), int(params.grid_dims.y), int(params.grid_dims.z));
    int y = corner.y + int(run & 1u);
    int z = params.dimensions == 3u ? corner.z + int((run >> 1u) & 1u) : 0;
    if (params.grid_dims.w != 0u) {
        int x = corner.x + int(params.dimensions == 3u ? run >> 2u : run >> 1u);
        uint only = cell_index(ivec3(x & (dims.x - 1), y & (dims.y - 1), z & (dims.z - 1)));
        return uvec2(only, only);
    }
    if (y < 0 || y >= dims.y || z < 0 || z >= dims.z || corner.x < -1 || corner.x >= dims.x) return uvec2(1u, 0u);
    return uvec2(cell_index(ivec3(max(corner.x, 0), y, z)), cell_index(ivec3(min(corner.x + 1, dims.x - 1), y, z)));
}

// One past the last slot that is walked of a run's slots. Water at rest has at most 3·4³ particles in a run; where it has
// exploded, or is no longer finite, all of them may be in one cell, and a device that walked it for each would be busy
// for minutes and then be reset. They are left out, so that the program can say what happened.
PBF_FN uint end_of_walk(uint first, uint end) { return min(end, first + PBF_MOST_IN_RUN); }

#endif
