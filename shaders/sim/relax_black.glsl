// The black cells of a sweep (relax_coarse.glsl), whose neighbours are red.
#include "sim/relax_coarse.glsl"

PBF_PASS relax_black(uint cell_id) {
    if (uint(coarse_cell[cell_id].z) != COARSE_BLACK) return;
    ivec3 c = cell_of_index(cell_id);
    vec3 below = vec3(coarse_red[coarse_beside(c, ivec3(-1, 0, 0))], coarse_red[coarse_beside(c, ivec3(0, -1, 0))],
                      coarse_red[coarse_beside(c, ivec3(0, 0, -1))]);
    vec3 above = vec3(coarse_red[coarse_beside(c, ivec3(1, 0, 0))], coarse_red[coarse_beside(c, ivec3(0, 1, 0))],
                      coarse_red[coarse_beside(c, ivec3(0, 0, 1))]);
    coarse_black[cell_id] = relaxed(cell_id, c, coarse_black[cell_id], below, above);
}
