// Counting sort 2/5: exclusive prefix sum of cell_count inside each block of BLOCK_SIZE cells, and the block's sum.
// cell_count has one element more than there are cells, for drained particles. The sum being exclusive, cell_start ends
// with the number of particles that live on.
#include "sort/scan.glsl"

void main() {
    uint block = dispatch.first + gl_WorkGroupID.x;
    uint first = block * BLOCK_SIZE;
    for (uint e = gl_LocalInvocationID.x; e < BLOCK_SIZE; e += WORKGROUP_SIZE) {
        tile[e] = first + e <= params.cell_count ? cell_count[first + e] : 0u;
    }
    uint sum = scan_tile();
    for (uint e = gl_LocalInvocationID.x; e < BLOCK_SIZE; e += WORKGROUP_SIZE) {
        if (first + e <= params.cell_count) cell_start[first + e] = tile[e];
    }
    if (gl_LocalInvocationID.x == 0u) block_sum[block] = sum;
}
