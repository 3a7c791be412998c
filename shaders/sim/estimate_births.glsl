// How many diffuse particles water creates in this step, [Ihmsen12]: n = Φ(E) (r_ta Φ(v_ta) + r_wc Φ(κ)) V dt, of
//   v_ta  how fast neighbours come together, which traps air: Σ_j |v_ij| (1 − v̂_ij·x̂_ij) W over ΣW of even water, m/s
//   κ     curvature of a crest that moves outward, 1/m: of the neighbours on the surface below the tangent plane,
//         1 − n̂_i·n̂_j = κ² r²/2; drops in flight have none
//   E     kinetic energy per mass, m²/s²
// with W = 1 − r/h, and Φ rising from 0 to 1 between two bounds. In place of [Ihmsen12]'s sums, which depend on h, quantities
// with units; its κ is a sum of 1 − n̂_i·n̂_j. The fraction of n is rounded at random, up or down.
#include "sim/kernels.glsl"
#include "sim/inverse_sqrt.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/diffuse.glsl"
#include "sim/random.glsl"

PBF_FN float between_bounds(float value, float lowest, float inverse_range) {
    return clamp((value - lowest) * inverse_range, 0.0f, 1.0f);
}

// What is known of a particle without its neighbours.
struct Creator {
    vec3 x;          // m
    vec3 velocity;   // m/s
    vec3 outward;    // of the surface, where it is a crest
    float energy;    // its potential; 0: it creates none
    bool is_crest;
};

PBF_FN bool is_of_surface(float normal_sq) { return normal_sq > PBF_SURFACE_NORMAL * PBF_SURFACE_NORMAL; }

PBF_FN Creator possible_creator(uint i) {
    Creator c;
    c.x = vec3(predicted[i]);
    c.velocity = vec3(velocity[i]);
    c.outward = vec3(0.0f, 0.0f, 0.0f);
    c.is_crest = false;
    float speed_sq = squared_length(c.velocity);
    c.energy = between_bounds(0.5f * speed_sq, params.splash_energy_min, params.splash_energy_scale);
    if (c.energy <= 0.0f || params.crest_births <= 0.0f) return c;
    vec3 n = vec3(surface_normal[i]);
    float normal_sq = squared_length(n);
    c.outward = (-portable_inverse_sqrt(max(normal_sq, 1e-20f))) * n;
    float rising = c.velocity.x * c.outward.x + c.velocity.y * c.outward.y + c.velocity.z * c.outward.z;
    c.is_crest = is_of_surface(normal_sq) && rising >= 0.6f * sqrt(speed_sq);
    return c;
}

// A particle with less around it, of ΣW of even water, is a drop's, not a crest's: a flat surface has half. A tried value.
#define PBF_CREST_OF 0.3f

// around: Σ W; closing: Σ |v_ij| (1 − v̂_ij·x̂_ij) W; bend, reach: Σ (1 − n̂_i·n̂_j) W and Σ r² W over the crest.
PBF_FN void finish_births(uint i, float energy, float around, float closing, float bend, float reach) {
    float air = between_bounds(closing * params.trapped_air_norm, params.trapped_air_min, params.trapped_air_scale);
    bool is_water = around * params.trapped_air_norm >= PBF_CREST_OF;
    float curvature = is_water && reach > 0.0f ? sqrt(max(2.0f * bend / reach, 0.0f)) : 0.0f;
    float crest = between_bounds(curvature, params.crest_min, params.crest_scale);
    float births = energy * (params.trapped_air_births * air + params.crest_births * crest);
    float odds = random_number(id[i], diffuse_population[DIFFUSE_STEPS]);
    potential[i] = vec4(air, crest, energy, births + odds);
}

PBF_PASS estimate_births(uint i) {
    Creator c = possible_creator(i);
    float around = 0.0f, closing = 0.0f, bend = 0.0f, reach = 0.0f;
    if (c.energy > 0.0f) {  // calm water asks no neighbours
        Neighborhood n = fluid_neighbors(i);
        while (has_fluid(n)) {
            uint j = take_fluid(n);
            vec3 d = vec3(predicted[j]) - c.x;
            float r_sq = squared_length(d);
            if (r_sq >= params.support_radius_sq) continue;
            float r = sqrt(r_sq);
            float w = 1.0f - r / params.support_radius;
            around += w;
            vec3 v_ij = c.velocity - vec3(velocity[j]);
            float along = v_ij.x * d.x + v_ij.y * d.y + v_ij.z * d.z;  // x_ij is −d
            closing += w * (sqrt(squared_length(v_ij)) + (r > 0.0f ? along / r : 0.0f));
            if (!c.is_crest || d.x * c.outward.x + d.y * c.outward.y + d.z * c.outward.z >= 0.0f) continue;
            vec3 n_j = vec3(surface_normal[j]);
            float normal_sq = squared_length(n_j);
            if (!is_of_surface(normal_sq)) continue;
            float cosine =
                -portable_inverse_sqrt(normal_sq) * (n_j.x * c.outward.x + n_j.y * c.outward.y + n_j.z * c.outward.z);
            bend += w * (1.0f - cosine);
            reach += w * r_sq;
        }
    }
    finish_births(i, c.energy, around, closing, bend, reach);
}
