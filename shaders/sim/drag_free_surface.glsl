// Drag of the air on particles that lack neighbours: dv/dt = −k max(1 − ρ_i/ρ0, 0) v, implicit, so that no k is too large.
PBF_PASS drag_free_surface(uint i) {
    float missing = max(1.0f - density[i] * params.inv_rest_density, 0.0f);
    float slower = 1.0f / (1.0f + params.dt * params.free_surface_drag * missing);
    velocity_star[i] = vec4(slower * vec3(velocity_star[i]), velocity_star[i].w);
}
