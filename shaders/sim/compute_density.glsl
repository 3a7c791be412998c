// ρ_i = Σ_j m W_ij + Σ_b ψ_b W_ib + walls, the self term m W(0) included, [Monaghan05], [Akinci12].
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"
#include "sim/boundary_neighborhood.glsl"
#include "sim/wall_density.glsl"

PBF_PASS compute_density(uint i) {
    vec3 x_i = vec3(predicted[i]);
    float weight = params.self_weight;
    Neighborhood n = fluid_neighbors(i);
    while (next_fluid(n)) weight += kernel_weight(squared_length(x_i - vec3(predicted[n.j])));
    float rho = params.particle_mass * weight;
    if (params.boundary_count > 0u) {
        Neighborhood b = boundary_neighbors(i);
        while (next_boundary(b)) {
            vec4 x_b = boundary_position[b.j];
            rho += x_b.w * kernel_weight(squared_length(x_i - vec3(x_b)));
        }
    }
    if (params.wall_density != 0u) rho += params.rest_density * wall_density(i, x_i).fraction;
    density[i] = rho;
}
