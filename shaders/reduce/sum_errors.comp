// Mean density error 1/2: max(C, 0) summed over each block of BLOCK_SIZE particles.
#include "reduce/sum.glsl"
#include "sim/iteration_error.glsl"

void main() {
    if (solver_state[0] != 0u) return;  // the same for all invocations
    uint block = dispatch.first + gl_WorkGroupID.x;
    float own = 0.0f;
    for (uint e = gl_LocalInvocationID.x; e < BLOCK_SIZE; e += WORKGROUP_SIZE) {
        uint i = block * BLOCK_SIZE + e;
        if (i < params.particle_count) own += error_of_iteration(i);
    }
    float sum = sum_of_workgroup(own);
    if (gl_LocalInvocationID.x == 0u) partial_sum[block] = sum;
}
