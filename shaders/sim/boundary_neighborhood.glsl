// As neighborhood.glsl, for the boundary particles within h. Only passes that walk boundary or fluid_and_boundary
// (passes.def) have the arrays for it.
#ifndef PBF_BOUNDARY_NEIGHBORHOOD
#define PBF_BOUNDARY_NEIGHBORHOOD

#include "sim/neighborhood.glsl"

PBF_FN Neighborhood boundary_neighbors(uint i) {
    Neighborhood n = fluid_neighbors(i);
    if (NEIGHBORS == PBF_NEIGHBORS_LIST) {
        n.k = n.end;
        n.end = min(n.end + neighbor_count[i].y, params.list_capacity);
    }
    return n;
}

PBF_FN bool next_boundary(PBF_INOUT(Neighborhood) n) {
    if (NEIGHBORS == PBF_NEIGHBORS_LIST) {
        if (n.k >= n.end) return false;
        n.j = neighbors[LIST_SLOT(n.k, n.i)];
        n.k++;
        return true;
    }
    while (n.k >= n.end) {
        if (n.run >= adjoining_run_count()) return false;
        uvec2 run = adjoining_run(n.cell, n.run);
        n.run++;
        if (run.x > run.y) continue;
        n.k = boundary_cell_start[run.x];
        n.end = boundary_cell_start[run.y + 1u];
    }
    n.j = n.k;
    n.k++;
    return true;
}

#endif
