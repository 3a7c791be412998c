// Counting sort 3/5: block_sum becomes the number of particles before each block. One workgroup walks over all blocks.
#include "sort/scan.glsl"

void main() {
    uint blocks = params.cell_count / BLOCK_SIZE + 1u;
    uint before = 0u;
    for (uint first = 0u; first < blocks; first += BLOCK_SIZE) {
        for (uint e = gl_LocalInvocationID.x; e < BLOCK_SIZE; e += WORKGROUP_SIZE) {
            tile[e] = first + e < blocks ? block_sum[first + e] : 0u;
        }
        uint sum = scan_tile();
        for (uint e = gl_LocalInvocationID.x; e < BLOCK_SIZE; e += WORKGROUP_SIZE) {
            if (first + e < blocks) block_sum[first + e] = before + tile[e];
        }
        before += sum;
        barrier();
    }
}
