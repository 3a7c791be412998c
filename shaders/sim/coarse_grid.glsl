// The coarse grid, on which one correction of the pressure reaches through all the depth of the water: the cells of the
// sort, of which the last on an axis is joined to the one before where the tank leaves it less than half an edge. Cells are
// red or black by the parity of their coordinates, and have the same index as the sort's.
#ifndef PBF_COARSE_GRID
#define PBF_COARSE_GRID

#include "sim/grid.glsl"

// coarse_cell.z: air, or the colour of a cell of water.
#define COARSE_AIR 0u
#define COARSE_RED 1u
#define COARSE_BLACK 2u

PBF_FN bool in_coarse_grid(ivec3 c) {
    return c.x < int(params.coarse_dims.x) && c.y < int(params.coarse_dims.y) && c.z < int(params.coarse_dims.z);
}
PBF_FN bool is_red(ivec3 c) { return ((c.x + c.y + c.z) & 1) == 0; }

// m: a cell's size on an axis with so many cells, of which the last has its own.
PBF_FN float coarse_size(int k, uint count, float last) { return k + 1 == int(count) ? last : params.coarse_last.w; }

// 1/m²: of the face towards the cell `step` = ±1 away, its area over the cell's volume and the distance of the two centres;
// 0: a wall.
PBF_FN float coarse_face(int k, int step, uint count, float last) {
    int n = k + step;
    if (n < 0 || n >= int(count)) return 0.0f;
    float own = coarse_size(k, count, last);
    return 2.0f / (own * (own + coarse_size(n, count, last)));
}

// m from the tank's lower corner: the centre of a cell on an axis.
PBF_FN float coarse_center(int k, uint count, float last) {
    return float(k) * params.coarse_last.w + 0.5f * coarse_size(k, count, last);
}

// The cell beside, or c itself where there is none.
PBF_FN uint coarse_beside(ivec3 c, ivec3 step) {
    ivec3 n = ivec3(c.x + step.x, c.y + step.y, c.z + step.z);
    bool inside = n.x >= 0 && n.y >= 0 && n.z >= 0 && in_coarse_grid(n);
    return cell_index(inside ? n : c);
}

#endif
