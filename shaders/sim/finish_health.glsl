// sum_health's blocks, in PBF_HEALTH_PARTS parts that the host adds up: every PBF_HEALTH_PARTS-th block, in their order.
#include "sim/living.glsl"
#include "sim/health.glsl"

PBF_PASS finish_health(uint part) {
    uint blocks = (living_particles() + PBF_HEALTH_BLOCK - 1u) / PBF_HEALTH_BLOCK;
    uvec2 lost = uvec2(0u, 0u);
    uint not_finite = 0u;
    uint neighbors_sum = 0u;
    uint most_neighbors = 0u;
    vec4 sums = vec4(0.0f, 0.0f, 0.0f, 0.0f);
    for (uint b = part; b < blocks; b += PBF_HEALTH_PARTS) {
        uvec2 lost_there = health_count[3u * b];
        lost = uvec2(add_saturated(lost.x, lost_there.x), add_saturated(lost.y, lost_there.y));
        not_finite += health_count[3u * b + 1u].x;
        most_neighbors = max(most_neighbors, health_count[3u * b + 1u].y);
        neighbors_sum += health_count[3u * b + 2u].x;
        sums = sums + health_sum[b];
    }
    health_part_count[3u * part] = lost;
    health_part_count[3u * part + 1u] = uvec2(not_finite, most_neighbors);
    health_part_count[3u * part + 2u] = uvec2(neighbors_sum, 0u);
    health_part_sum[part] = sums;
}
