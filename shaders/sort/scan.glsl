// Exclusive prefix sum of a tile of BLOCK_SIZE numbers by one workgroup.
#ifndef SORT_SCAN
#define SORT_SCAN

shared uint tile[BLOCK_SIZE];
shared uint thread_sum[WORKGROUP_SIZE];

// Replaces tile by its exclusive prefix sum and returns the sum of all; every invocation must call it. On return the
// tile is complete for all invocations; the caller must place a barrier before writing to it again.
uint scan_tile() {
    uint t = gl_LocalInvocationID.x;
    uint share = BLOCK_SIZE / WORKGROUP_SIZE;
    barrier();
    uint sum = 0u;
    for (uint k = 0u; k < share; ++k) sum += tile[t * share + k];
    thread_sum[t] = sum;
    barrier();
    // Inclusive scan of the threads' sums, doubling the reach each round [Hillis, Steele 86].
    for (uint reach = 1u; reach < WORKGROUP_SIZE; reach *= 2u) {
        uint before = t >= reach ? thread_sum[t - reach] : 0u;
        barrier();
        thread_sum[t] += before;
        barrier();
    }
    uint running = thread_sum[t] - sum;
    for (uint k = 0u; k < share; ++k) {
        uint own = tile[t * share + k];
        tile[t * share + k] = running;
        running += own;
    }
    barrier();
    return thread_sum[WORKGROUP_SIZE - 1u];
}

#endif
