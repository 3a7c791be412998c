// Iterating over a particle's fluid neighbours and over its boundary neighbours:
//
//     Neighborhood n = fluid_neighbors(i);
//     while (has_fluid(n)) { uint j = take_fluid(n); … }
//
// Compile-time NEIGHBORS chooses the strategy. list: the neighbours that find_neighbors wrote, all with r < h at x*.
// grid: every particle of the adjoining cells but i itself; kernels are zero beyond h, so only the cost differs (and
// pairs that come within h during the iterations count here).
#ifndef PBF_NEIGHBORHOOD
#define PBF_NEIGHBORHOOD

#include "sim/grid.glsl"

struct Neighborhood {
    uint i;
    uint j;      // the neighbour's slot
    uint k;      // list: next entry; grid: next slot of the run
    uint end;    // list: one past the last entry; grid: one past the run's last slot
    uint ahead;  // list: entry k, read while the neighbour before it is worked on
    uint run;    // grid: next run of adjoining cells
    ivec3 cell;  // grid: cell at the time of the sort
};

// Beyond the last entry, and in an empty list, something that the array holds.
PBF_FN uint listed(uint k, uint i) { return neighbors[LIST_SLOT(min(k, params.list_capacity - 1u), i)]; }

PBF_FN Neighborhood fluid_neighbors(uint i) {
    Neighborhood n;
    n.i = i;
    n.j = 0u;
    n.k = 0u;
    n.end = 0u;
    n.ahead = 0u;
    n.run = 0u;
    n.cell = ivec3(0, 0, 0);
    if (NEIGHBORS == PBF_NEIGHBORS_LIST) {
        n.end = min(neighbor_count[i].x, params.list_capacity);
        n.ahead = listed(0u, i);
    } else {
        n.cell = cell_of_index(cell_of_tag(predicted[i].w));
    }
    return n;
}

// Whether there is one more; only then may it be taken.
PBF_FN bool has_fluid(PBF_INOUT(Neighborhood) n) {
    if (NEIGHBORS == PBF_NEIGHBORS_LIST) return n.k < n.end;
    while (true) {
        while (n.k >= n.end) {
            if (n.run >= adjoining_run_count()) return false;
            uvec2 run = adjoining_run(n.cell, n.run);
            n.run++;
            if (run.x > run.y) continue;
            n.k = cell_start[run.x];
            n.end = end_of_walk(n.k, cell_start[run.y + 1u]);
        }
        n.j = n.k;
        n.k++;
        if (n.j != n.i) return true;
    }
    return false;
}

// Its slot. Of a list, the next entry is read in time for the loop not to wait for it, and without a branch, which would cost
// more than the entry beyond the last.
PBF_FN uint take_fluid(PBF_INOUT(Neighborhood) n) {
    if (NEIGHBORS == PBF_NEIGHBORS_LIST) {
        n.j = n.ahead;
        n.k++;
        n.ahead = listed(n.k, n.i);
    }
    return n.j;
}

#endif
