// Moves a diffuse particle, [Ihmsen12]: spray flies against the drag of gusty air, foam goes with the water, bubbles
// rise in it. The water near it is a mean over the fluid's particles within h/2, with the weight (1 − (2r/h)²)³; their cells
// are those of x*, so that one which the step has moved across a cell's edge may be missed.
// Push-out of planes takes away the velocity into them; sinks, and what is far outside of the grid, take its life.
#include "sim/collision.glsl"
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/sinks.glsl"
#include "sim/diffuse.glsl"
#include "sim/random.glsl"
#include "sim/wetness.glsl"

// The air is not at rest where spray flies: around each it moves in a direction of its own, with this part of its speed,
// which is what makes mist of spray that left the water together. A tried value.
#define PBF_GUST 0.4f

struct WaterAround {
    vec3 velocity;  // m/s, mean
    float density;  // of ρ0, mean; 0 if there is none
};

// From Σ w v, Σ w ρ and Σ w.
PBF_FN WaterAround mean_of_water(vec3 velocities, float densities, float weight) {
    WaterAround water;
    float inverse = weight > 0.0f ? 1.0f / weight : 0.0f;
    water.velocity = inverse * velocities;
    water.density = densities * inverse * params.inv_rest_density;
    return water;
}

PBF_FN WaterAround water_around(vec3 x) {
    vec3 velocities = vec3(0.0f, 0.0f, 0.0f);
    float densities = 0.0f;
    float weight = 0.0f;
    ivec3 corner = nearest_corner(x);
    float inverse_radius_sq = 4.0f / params.support_radius_sq;
    for (uint r = 0u; r < nearest_run_count(); ++r) {
        uvec2 run = nearest_run(corner, r);
        if (run.x > run.y) continue;
        uint first = cell_start[run.x];
        uint end = end_of_walk(first, cell_start[run.y + 1u]);
        for (uint j = first; j < end; ++j) {
            vec4 x_j = position[j];
            float q = 1.0f - squared_length(vec3(x_j) - x) * inverse_radius_sq;
            if (q <= 0.0f) continue;
            float w = q * q * q;
            weight += w;
            velocities = velocities + w * vec3(velocity[j]);
            densities += w * x_j.w;
        }
    }
    return mean_of_water(velocities, densities, weight);
}

// Whether x is more than h outside of a dense grid, to which the tank's walls are the edge.
PBF_FN bool is_lost(vec3 x) {
    if (params.grid_dims.w != 0u) return false;
    float h = params.support_radius;
    vec3 from = x - vec3(params.grid_origin);
    vec3 size = h * vec3(float(params.grid_dims.x), float(params.grid_dims.y), float(params.grid_dims.z));
    bool below = min(min(from.x, from.y), from.z) < -h;
    return below || from.x > size.x + h || from.y > size.y + h || from.z > size.z + h;
}

PBF_FN float random_way(uint k, uint draw) { return 2.0f * random_number(k, draw) - 1.0f; }

// Spray in slot k, over a step.
PBF_FN vec3 slowed_by_air(uint k, vec3 v) {
    float z = params.dimensions == 2u ? 0.0f : random_way(k, 6u);
    vec3 air = (PBF_GUST * sqrt(squared_length(v))) * vec3(random_way(k, 4u), random_way(k, 5u), z);
    return v + params.spray_slowing * (air - v);
}

PBF_FN void move_in_water(uint k, WaterAround water) {
    vec4 own = diffuse_position[k];
    vec3 start = vec3(own);
    vec4 before = diffuse_velocity[k];
    vec3 v = vec3(before);
    vec3 gravity = vec3(params.acceleration);
    float wetness = before.w + params.diffuse_blend * (wetness_at(start, water.density) - before.w);
    bool spray = wetness < PBF_SPRAY_BELOW, bubble = wetness > PBF_BUBBLE_ABOVE;
    if (spray) v = slowed_by_air(k, v + params.dt * gravity);
    else if (bubble) v = v - (params.dt * params.bubble_lift) * gravity + params.bubble_pull * (water.velocity - v);
    else v = water.velocity;
    PBF_PRECISE vec3 free = start + params.dt * v;
    vec3 x = push_out_of_planes(free);
    v = v + params.inv_dt * (x - free);
    float life = own.w - params.dt * (spray || bubble ? PBF_AGING_ON_THE_WAY : 1.0f);
    if (is_in_sink(x) || is_lost(x)) life = 0.0f;
    diffuse_position[k] = vec4(x, max(life, 0.0f));
    diffuse_velocity[k] = vec4(v, wetness);
}

PBF_PASS advect_diffuse(uint k) {
    vec4 own = diffuse_position[k];
    if (own.w > 0.0f) move_in_water(k, water_around(vec3(own)));
}
