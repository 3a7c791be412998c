// Counting sort 1/5: particles a cell. cell_count is all zero before (scatter leaves it so).
void main() {
    if (gl_GlobalInvocationID.x >= dispatch.count) return;
    atomicAdd(cell_count[cell[dispatch.first + gl_GlobalInvocationID.x]], 1u);
}
