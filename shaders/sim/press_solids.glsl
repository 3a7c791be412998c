// The part of Δx_i (apply_delta_p.glsl) that solids caused: of bodies λ_i times their gradient, as wall_density.glsl unites it
// with that of the planes, for the reaction on them; and of all solids together, for friction. Before leave_solids, which
// finds the next gradient.
#include "sim/boundary_neighborhood.glsl"
#include "sim/kernels.glsl"
#include "sim/wall_density.glsl"

// 1/m: ∇_i C_i of all that is solid.
PBF_FN vec3 solid_gradient(uint i, vec3 x_i) {
    vec3 gradient = vec3(0.0f, 0.0f, 0.0f);
    if (params.boundary_count > 0u) {
        Neighborhood b = boundary_neighbors(i);
        while (next_boundary(b)) {
            vec3 d = x_i - vec3(boundary_position[b.j]);
            float g = boundary_position[b.j].w * params.inv_rest_density * kernel_gradient(squared_length(d));
            gradient = gradient + g * d;
        }
    }
    if (params.wall_density != 0u) {
        WallTerm wall = wall_density(i, x_i);
        gradient = gradient + wall.gradient;
    }
    return gradient;
}

PBF_PASS press_solids(uint i) {
    vec3 x_i = vec3(predicted_lambda[i]);
    float lambda_i = predicted_lambda[i].w;
    float body = 0.0f;
    vec3 of_bodies = vec3(0.0f, 0.0f, 0.0f);
    if (params.solid_count != 0u && params.wall_density != 0u) {
        of_bodies = (1.0f - plane_density(x_i).fraction) * vec3(solid_term[3u * i]);
        body = solid_term[3u * i + 1u].y;
    }
    if (params.friction > 0.0f) {
        vec3 of_all = solid_gradient(i, x_i);
        // Of the gradients, not of what λ_i makes of them: the squares of tiny pushes are 0 on some devices.
        bool bodies_push_more = lambda_i < 0.0f && 4.0f * squared_length(of_bodies) > squared_length(of_all);
        // Only where they push: λ_i > 0 would attract.
        pressed[i] = vec4(min(lambda_i, 0.0f) * of_all, bodies_push_more ? body : 0.0f);
    }
    if (params.reaction_count != 0u && body > 0.0f) contact[i] = vec4(vec3(contact[i]) + lambda_i * of_bodies, body);
}
