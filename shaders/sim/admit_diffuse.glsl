// Admits as many of this step's births as there are free slots; and turns counts into what lies before each block.
#include "sim/diffuse.glsl"

PBF_FN uint sum_up(uint first, uint end) {
    uint sum = 0u;
    for (uint b = first; b < end; ++b) {
        uint own = diffuse_sum[b];
        diffuse_sum[b] = sum;
        sum += own;
    }
    return sum;
}

PBF_PASS admit_diffuse(uint) {
    uint blocks = slot_blocks();
    uint free = sum_up(0u, blocks);
    uint births = sum_up(blocks, blocks + birth_blocks());
    uint admitted = min(births, free);
    diffuse_population[DIFFUSE_LIVING] = params.diffuse_capacity - free + admitted;
    diffuse_population[DIFFUSE_CREATED] += admitted;
    diffuse_population[DIFFUSE_TURNED_AWAY] += births - admitted;
    diffuse_population[DIFFUSE_ADMITTED] = admitted;
    diffuse_population[DIFFUSE_STEPS] += 1u;
}
