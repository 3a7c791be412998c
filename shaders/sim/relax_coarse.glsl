// One cell of a sweep of successive over-relaxation, red and black in turn, of
//     Σ_faces (P_n − P_c) A/(V l) − σ_c P_c = b_c,   P ≤ 0,
// the displacement ∇P of which removes the error b: P is a multiplier, m², like Λ. No flux through walls; P = 0 in air.
#ifndef PBF_RELAX_COARSE
#define PBF_RELAX_COARSE

#include "sim/coarse_grid.glsl"

// own, below, above: P of the cell and of those beside it on each axis.
PBF_FN float relaxed(uint cell_id, ivec3 c, float own, vec3 below, vec3 above) {
    vec4 cell_terms = coarse_cell[cell_id];
    float x0 = coarse_face(c.x, -1, params.coarse_dims.x, params.coarse_last.x);
    float x1 = coarse_face(c.x, 1, params.coarse_dims.x, params.coarse_last.x);
    float y0 = coarse_face(c.y, -1, params.coarse_dims.y, params.coarse_last.y);
    float y1 = coarse_face(c.y, 1, params.coarse_dims.y, params.coarse_last.y);
    float z0 = coarse_face(c.z, -1, params.coarse_dims.z, params.coarse_last.z);
    float z1 = coarse_face(c.z, 1, params.coarse_dims.z, params.coarse_last.z);
    if (params.coarse_blocked != 0u) {  // faces are as open as the more closed of their cells
        float inv_open = 1.0f / cell_terms.w;
        x0 *= min(coarse_cell[coarse_beside(c, ivec3(-1, 0, 0))].w * inv_open, 1.0f);
        x1 *= min(coarse_cell[coarse_beside(c, ivec3(1, 0, 0))].w * inv_open, 1.0f);
        y0 *= min(coarse_cell[coarse_beside(c, ivec3(0, -1, 0))].w * inv_open, 1.0f);
        y1 *= min(coarse_cell[coarse_beside(c, ivec3(0, 1, 0))].w * inv_open, 1.0f);
        z0 *= min(coarse_cell[coarse_beside(c, ivec3(0, 0, -1))].w * inv_open, 1.0f);
        z1 *= min(coarse_cell[coarse_beside(c, ivec3(0, 0, 1))].w * inv_open, 1.0f);
    }
    float diagonal = cell_terms.y + (x0 + x1 + y0 + y1 + z0 + z1);
    float others = x0 * below.x + x1 * above.x + y0 * below.y + y1 * above.y + z0 * below.z + z1 * above.z;
    if (!(diagonal > 0.0f)) return 0.0f;
    return min(own + params.coarse_relaxation * ((others - cell_terms.x) / diagonal - own), 0.0f);
}

#endif
