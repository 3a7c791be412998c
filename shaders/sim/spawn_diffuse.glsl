// A free slot whose turn it is gets a newborn, [Ihmsen12]: somewhere in the cylinder around the way that its creator
// has gone in this step, with the creator's velocity, fanned out. It lives the longer the stronger what created it.
#include "sim/collision.glsl"
#include "sim/kernels.glsl"
#include "sim/inverse_sqrt.glsl"
#include "sim/diffuse.glsl"
#include "sim/random.glsl"
#include "sim/wetness.glsl"

// The fluid's particle that creates the newborn of that rank.
PBF_FN uint creator_of(uint rank) {
    uint first = slot_blocks();
    uint low = first, high = first + birth_blocks();  // the last block of [low, high) before which no more are born
    while (high - low > 1u) {
        uint middle = (low + high) / 2u;
        if (diffuse_sum[middle] <= rank) low = middle;
        else high = middle;
    }
    uint left = rank - diffuse_sum[low];
    uint i = (low - first) * PBF_BIRTH_BLOCK;
    uint end = min(i + PBF_BIRTH_BLOCK, params.particle_capacity);
    for (; i + 1u < end; ++i) {
        uint own = whole_births(potential[i]);
        if (left < own) break;
        left -= own;
    }
    return i;
}

// A point of the unit disc around the origin, across `axis` of unit length; in 2D of the segment.
PBF_FN vec3 point_across(vec3 axis, float u, float v) {
    if (params.dimensions == 2u) return (2.0f * u - 1.0f) * vec3(-axis.y, axis.x, 0.0f);
    float a = 2.0f * u - 1.0f, b = 2.0f * v - 1.0f;
    float along_first = a * sqrt(1.0f - 0.5f * b * b);  // a square's points on a disc, without sine and cosine
    float along_second = b * sqrt(1.0f - 0.5f * a * a);
    float side = axis.z < 0.0f ? -1.0f : 1.0f;
    float c = -1.0f / (side + axis.z);
    float d = axis.x * axis.y * c;
    vec3 first = vec3(1.0f + side * axis.x * axis.x * c, side * d, -side * axis.x);
    vec3 second = vec3(d, side + axis.y * axis.y * c, -axis.y);
    return along_first * first + along_second * second;
}

PBF_PASS spawn_diffuse(uint k) {
    if (diffuse_position[k].w > 0.0f) return;
    uint rank = diffuse_sum[k / PBF_SLOT_BLOCK] + diffuse_id[k].y;
    uint admitted = diffuse_population[DIFFUSE_ADMITTED];
    if (rank >= admitted) return;
    uint own = diffuse_population[DIFFUSE_CREATED] - admitted + rank;
    uint i = creator_of(rank);
    vec4 x_i = position[i];
    vec3 v = vec3(velocity[i]);
    float inverse_speed = portable_inverse_sqrt(max(squared_length(v), 1e-20f));
    float speed = squared_length(v) * inverse_speed;
    vec3 aside = point_across(inverse_speed * v, random_number(own, 0u), random_number(own, 1u));
    PBF_PRECISE vec3 x =
        vec3(x_i) + params.diffuse_radius * aside - (random_number(own, 2u) * params.dt) * v;
    vec4 p = potential[i];
    float strength = p.z * max(p.x, p.y) * (0.5f + 0.5f * random_number(own, 3u));
    float life = params.foam_life_min + params.foam_life_range * strength;
    diffuse_position[k] = vec4(push_out_of_planes(x), life);
    float wetness = wetness_at(vec3(x_i), x_i.w * params.inv_rest_density);
    diffuse_velocity[k] = vec4(v + (PBF_FAN * speed) * aside, wetness);
    diffuse_id[k] = uvec2(own, diffuse_population[DIFFUSE_STEPS]);
}
