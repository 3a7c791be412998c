// Sum of one number per invocation over the workgroup, always in the same order: the same bits every run.
#ifndef REDUCE_SUM
#define REDUCE_SUM

shared float partial[WORKGROUP_SIZE];

// Every invocation must call it; invocation 0 gets the sum. The workgroup's size is a power of two.
float sum_of_workgroup(float own) {
    uint t = gl_LocalInvocationID.x;
    partial[t] = own;
    barrier();
    for (uint reach = WORKGROUP_SIZE / 2u; reach > 0u; reach /= 2u) {
        if (t < reach) partial[t] += partial[t + reach];
        barrier();
    }
    return partial[0];
}

#endif
