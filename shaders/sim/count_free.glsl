// Free slots in a block of slots, and their ranks in it.
#include "sim/diffuse.glsl"

PBF_PASS count_free(uint b) {
    uint end = min((b + 1u) * PBF_SLOT_BLOCK, params.diffuse_capacity);
    uint free = 0u;
    for (uint k = b * PBF_SLOT_BLOCK; k < end; ++k) {
        if (diffuse_position[k].w > 0.0f) continue;
        diffuse_id[k] = uvec2(diffuse_id[k].x, free);
        ++free;
    }
    diffuse_sum[b] = free;
}
