#include "sim/grid.glsl"

// The slot of a particle inside its cell is its rank by id: the same bits every run, whatever the order of `scattered`.
// One invocation per slot, so that a crowded cell is ranked in parallel too; one that is no longer water's keeps the order
// in which the particles came.
PBF_PASS order_in_cell(uint slot) {
    uint i = scattered[slot];
    uint own_id = id[i];
    uint first = cell_start[cell[i]];
    uint end = cell_start[cell[i] + 1u];
    if (end_of_walk(first, end) < end) {
        source[slot] = i;
        return;
    }
    uint rank = 0u;
    for (uint s = first; s < end; ++s) rank += id[scattered[s]] < own_id ? 1u : 0u;
    source[first + rank] = i;
}
