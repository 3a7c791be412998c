// The sums of a particle's density constraint: over its fluid neighbours, and with what boundary particles [Akinci12] and
// walls add.
#ifndef PBF_CONSTRAINT_SUMS
#define PBF_CONSTRAINT_SUMS

#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/boundary_neighborhood.glsl"
#include "sim/neighborhood.glsl"
#include "sim/wall_density.glsl"

struct FluidSums {
    float weight;       // Σ W, with the self term
    vec3 gradient;      // 1/m: Σ ∇_i C_i
    float gradient_sq;  // 1/m²: Σ |∇_j C_i|²
};

PBF_FN FluidSums fluid_sums(uint i, vec3 x_i) {
    FluidSums sums;
    sums.weight = params.self_weight;
    sums.gradient = vec3(0.0f, 0.0f, 0.0f);
    sums.gradient_sq = 0.0f;
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) {
        uint j = take_fluid(n);
        vec3 d = x_i - vec3(predicted[j]);
        float r_sq = squared_length(d);
        float g = params.mass_ratio * kernel_gradient(r_sq);
        sums.weight += kernel_weight(r_sq);
        sums.gradient = sums.gradient + g * d;
        sums.gradient_sq += g * g * r_sq;
    }
    return sums;
}

// Its weight alone.
PBF_FN float fluid_weight(uint i, vec3 x_i) {
    float weight = params.self_weight;
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) weight += kernel_weight(squared_length(x_i - vec3(predicted[take_fluid(n)])));
    return weight;
}

// Of the constraint C_i = ρ_i/ρ0 − 1.
struct ConstraintSums {
    float rho;         // kg/m³
    vec3 gradient;     // 1/m: ∇_i C_i
    float gradient_sq; // 1/m²: Σ |∇_j C_i|² over all neighbours, and |∇_i C_i|²
};

// weight: Σ W over fluid neighbours, with the self term; gradient and gradient_sq: over them, without |∇_i C_i|².
PBF_FN ConstraintSums with_solids(uint i, vec3 x_i, float weight, vec3 gradient, float gradient_sq) {
    ConstraintSums all;
    all.rho = params.particle_mass * weight;
    all.gradient = gradient;
    all.gradient_sq = gradient_sq;
    if (params.boundary_count > 0u) {
        Neighborhood b = boundary_neighbors(i);
        while (next_boundary(b)) {
            vec3 d = x_i - vec3(boundary_position[b.j]);
            float psi = boundary_position[b.j].w;
            float r_sq = squared_length(d);
            float g = psi * params.inv_rest_density * kernel_gradient(r_sq);
            all.rho += psi * kernel_weight(r_sq);
            all.gradient = all.gradient + g * d;
            all.gradient_sq += g * g * r_sq;
        }
    }
    if (params.wall_density != 0u) {
        WallTerm wall = wall_density(i, x_i);
        all.rho += params.rest_density * wall.fraction;
        all.gradient = all.gradient + wall.gradient;
        all.gradient_sq += wall.gradient_sq;
    }
    all.gradient_sq += squared_length(all.gradient);
    return all;
}

// kg/m³: ρ_i alone.
PBF_FN float density_with_solids(uint i, vec3 x_i, float weight) {
    float rho = params.particle_mass * weight;
    if (params.boundary_count > 0u) {
        Neighborhood b = boundary_neighbors(i);
        while (next_boundary(b)) {
            vec4 x_b = boundary_position[b.j];
            rho += x_b.w * kernel_weight(squared_length(x_i - vec3(x_b)));
        }
    }
    if (params.wall_density != 0u) rho += params.rest_density * wall_density(i, x_i).fraction;
    return rho;
}

#endif
