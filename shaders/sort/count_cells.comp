// Counting sort 1/5: particles per cell. cell_count is all zero before (scatter leaves it so).
void main() {
    uint i = dispatch.first + gl_GlobalInvocationID.x;
    if (gl_GlobalInvocationID.x >= dispatch.count || i >= params.particle_count) return;
    atomicAdd(cell_count[cell[i]], 1u);
}
