// Counting sort 5/5: every particle takes one of its cell's slots. Which one depends on timing; order_in_cell
// removes that dependence. Counting down leaves cell_count all zero for the next step.
void main() {
    uint i = dispatch.first + gl_GlobalInvocationID.x;
    if (gl_GlobalInvocationID.x >= dispatch.count || i >= params.particle_count) return;
    uint c = cell[i];
    uint taken_before = atomicAdd(cell_count[c], 0xffffffffu);
    scattered[cell_start[c] + taken_before - 1u] = i;
}
