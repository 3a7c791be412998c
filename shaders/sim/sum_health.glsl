// What tells whether the fluid is well, over a block of PBF_HEALTH_BLOCK particles, added up in their order: what was lost so
// far, how many are not finite, and of the others the density error, the energies and the neighbours.
#include "sim/density_error.glsl"
#include "sim/living.glsl"
#include "sim/health.glsl"
#include "sim/kernels.glsl"

PBF_PASS sum_health(uint b) {
    uint first = b * PBF_HEALTH_BLOCK;
    uint end = min(first + PBF_HEALTH_BLOCK, living_particles());
    uvec2 lost = uvec2(0u, 0u);
    uint not_finite = 0u;
    uint neighbors_sum = 0u;
    uint most_neighbors = 0u;
    float error = 0.0f;
    float speed_sq = 0.0f;
    float potential = 0.0f;
    for (uint i = first; i < end; ++i) {
        lost = uvec2(add_saturated(lost.x, tally[i].x), add_saturated(lost.y, tally[i].y));
        vec4 x = position[i];
        vec4 v = velocity[i];
        if (!is_finite(x.x + x.y + x.z + x.w + v.x + v.y + v.z)) {
            not_finite++;
            continue;
        }
        error = error + error_of_density(x.w);
        speed_sq = speed_sq + squared_length(vec3(v));
        // Velocities are those halfway between two positions: half a step back a free fall keeps its energy.
        vec3 above = vec3(x) - 0.5f * params.dt * vec3(v) - vec3(params.grid_origin);
        vec3 lifted = vec3(params.acceleration) * above;
        potential = potential - (lifted.x + lifted.y + lifted.z);
        uint count = neighbor_count[i].x + neighbor_count[i].y;
        neighbors_sum += count;
        most_neighbors = max(most_neighbors, count);
    }
    health_count[3u * b] = lost;
    health_count[3u * b + 1u] = uvec2(not_finite, most_neighbors);
    health_count[3u * b + 2u] = uvec2(neighbors_sum, 0u);
    health_sum[b] = vec4(error, speed_sq, 0.0f, potential);
}
