// Surface tension [Akinci13] eq. 1–4: v_i ← v_i − dt Σ_j K_ij (c C(q) r̂_ij + a (1 − q²) (n_i − n_j)), q = r/h,
// K_ij = 2ρ0/(ρ_i + ρ_j). C attracts beyond h/2 and repels nearer; the second term makes the surface's area small. Each
// is the opposite for j, so that momentum is conserved. Unlike eq. 3 it is weighted with 1 − q²: a pair that comes within
// reach begins at nothing, and pairs beyond h, which neighbors = grid walks over too, count nothing.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"

// C(q), eq. 2, without its 32/(πh³): (1 − q)³ q³, and for q ≤ ½ twice that less 1/64.
PBF_FN float cohesion_spline(float q) {
    float t = (1.0f - q) * q;
    float t3 = t * t * t;
    return q > 0.5f ? t3 : 2.0f * t3 - 0.015625f;
}

PBF_PASS apply_surface_tension(uint i) {
    vec3 x_i = vec3(predicted[i]);
    vec3 n_i = vec3(surface_normal[i]);
    float rho_i = density[i];
    vec3 sum = vec3(0.0f, 0.0f, 0.0f);
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) {
        uint j = take_fluid(n);
        vec3 d = x_i - vec3(predicted[j]);
        float r = sqrt(squared_length(d));
        float q = min(r / params.support_radius, 1.0f);
        float pull = r > 0.0f ? params.cohesion * cohesion_spline(q) / r : 0.0f;
        float level = params.area_tension * (1.0f - q * q);
        float k = 2.0f * params.rest_density / (rho_i + density[j]);
        sum = sum + k * (pull * d + level * (n_i - vec3(surface_normal[j])));
    }
    velocity_star[i] = vec4(vec3(velocity_star[i]) - params.dt * sum, velocity_star[i].w);
}
