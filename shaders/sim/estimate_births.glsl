// How many diffuse particles water creates in this step, [Ihmsen12] eq. 1–8: n = Φ(E) (r_ta Φ(v_ta) + r_wc Φ(κ)) V dt, of
//   v_ta  how fast neighbours come together, which traps air: Σ_j |v_ij| (1 − v̂_ij·x̂_ij) W over ΣW of even water, m/s
//   κ     curvature of a crest that moves outward, 1/m: of the neighbours on the surface below the tangent plane,
//         1 − n̂_i·n̂_j = κ² r²/2
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

PBF_PASS estimate_births(uint i) {
    vec3 x_i = vec3(predicted[i]);
    vec3 v_i = vec3(velocity[i]);
    float speed_sq = squared_length(v_i);
    float energy = between_bounds(0.5f * speed_sq, params.splash_energy_min, params.splash_energy_scale);
    if (energy <= 0.0f) {  // calm water asks no neighbours
        potential[i] = vec4(0.0f, 0.0f, 0.0f, 0.0f);
        return;
    }
    vec3 outward = vec3(0.0f, 0.0f, 0.0f);
    bool crest = params.crest_births > 0.0f;
    if (crest) {
        vec3 n_i = vec3(surface_normal[i]);
        float steepness_sq = squared_length(n_i);
        outward = (-portable_inverse_sqrt(max(steepness_sq, 1e-20f))) * n_i;
        float rising = v_i.x * outward.x + v_i.y * outward.y + v_i.z * outward.z;
        crest = steepness_sq > PBF_SURFACE_NORMAL * PBF_SURFACE_NORMAL && rising >= 0.6f * sqrt(speed_sq);
    }
    float closing = 0.0f;
    float bend = 0.0f, reach = 0.0f;
    Neighborhood n = fluid_neighbors(i);
    while (next_fluid(n)) {
        vec3 d = vec3(predicted[n.j]) - x_i;
        float r_sq = squared_length(d);
        if (r_sq >= params.support_radius_sq) continue;
        float r = sqrt(r_sq);
        float w = 1.0f - r / params.support_radius;
        vec3 v_ij = v_i - vec3(velocity[n.j]);
        float along = v_ij.x * d.x + v_ij.y * d.y + v_ij.z * d.z;  // x_ij is −d
        closing += w * (sqrt(squared_length(v_ij)) + (r > 0.0f ? along / r : 0.0f));
        if (!crest || d.x * outward.x + d.y * outward.y + d.z * outward.z >= 0.0f) continue;
        vec3 n_j = vec3(surface_normal[n.j]);
        float steepness_sq = squared_length(n_j);
        if (steepness_sq <= PBF_SURFACE_NORMAL * PBF_SURFACE_NORMAL) continue;
        float cosine = -portable_inverse_sqrt(steepness_sq) * (n_j.x * outward.x + n_j.y * outward.y + n_j.z * outward.z);
        bend += w * (1.0f - cosine);
        reach += w * r_sq;
    }
    float air = between_bounds(closing * params.trapped_air_norm, params.trapped_air_min, params.trapped_air_scale);
    float curvature = reach > 0.0f ? sqrt(max(2.0f * bend / reach, 0.0f)) : 0.0f;
    float crests = between_bounds(curvature, params.crest_min, params.crest_scale);
    float births = energy * (params.trapped_air_births * air + params.crest_births * crests);
    float odds = random_number(id[i], diffuse_population[DIFFUSE_STEPS]);
    potential[i] = vec4(air, crests, energy, births + odds);
}
