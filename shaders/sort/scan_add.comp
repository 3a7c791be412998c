// Counting sort 4/5: adds the number of particles before each block, which joins the blocks' prefix sums into one.
void main() {
    uint block = dispatch.first + gl_WorkGroupID.x;
    uint first = block * BLOCK_SIZE;
    uint before = block_sum[block];
    for (uint e = gl_LocalInvocationID.x; e < BLOCK_SIZE; e += WORKGROUP_SIZE) {
        if (first + e <= params.cell_count) cell_start[first + e] += before;
    }
}
