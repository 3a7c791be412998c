// Mean density error 2/2: adds up the blocks' sums and decides whether the iterations are done.
#include "reduce/sum.glsl"
#include "sim/convergence.glsl"

void main() {
    uint blocks = (params.particle_count + BLOCK_SIZE - 1u) / BLOCK_SIZE;
    float own = 0.0f;
    for (uint b = gl_LocalInvocationID.x; b < blocks; b += WORKGROUP_SIZE) own += partial_sum[b];
    float sum = sum_of_workgroup(own);
    if (gl_LocalInvocationID.x == 0u) decide_convergence(sum, params.particle_count);
}
