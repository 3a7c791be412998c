// The step's neighbour list: all j ≠ i with |x*_i − x*_j| < h, then the boundary particles within h, each group in the
// order of the adjoining cells. Counts are true even if the list is full; the overflow is tallied, and so is what a walk
// leaves out.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"

// Adds the boundary neighbours after the `found` fluid ones, and writes the counts and the tally.
PBF_FN void finish_neighbors(uint i, uint found) {
    vec3 x_i = vec3(predicted[i]);
    ivec3 c = cell_coordinate(x_i);
    uint found_boundary = 0u;
    for (uint run = 0u; params.boundary_count > 0u && run < adjoining_run_count(); ++run) {
        uvec2 cells = adjoining_run(c, run);
        if (cells.x > cells.y) continue;
        uint end = boundary_cell_start[cells.y + 1u];
        for (uint b = boundary_cell_start[cells.x]; b < end; ++b) {
            if (squared_length(x_i - vec3(boundary_position[b])) < params.support_radius_sq) {
                uint k = found + found_boundary;
                if (k < params.list_capacity) neighbors[LIST_SLOT(k, i)] = b;
                found_boundary++;
            }
        }
    }
    neighbor_count[i] = uvec2(found, found_boundary);
    uint total = found + found_boundary;
    if (params.list_capacity > 0u && total > params.list_capacity) tally[i].x += total - params.list_capacity;
}

PBF_PASS find_neighbors(uint i) {
    vec3 x_i = vec3(predicted[i]);
    ivec3 c = cell_coordinate(x_i);
    uint found = 0u;
    for (uint run = 0u; run < adjoining_run_count(); ++run) {
        uvec2 cells = adjoining_run(c, run);
        if (cells.x > cells.y) continue;
        uint first = cell_start[cells.x];
        uint all = cell_start[cells.y + 1u];
        uint end = end_of_walk(first, all);
        if (end < all) tally[i].x += all - end;
        for (uint j = first; j < end; ++j) {
            if (squared_length(x_i - vec3(predicted[j])) < params.support_radius_sq && j != i) {
                if (found < params.list_capacity) neighbors[LIST_SLOT(found, i)] = j;
                found++;
            }
        }
    }
    finish_neighbors(i, found);
}
