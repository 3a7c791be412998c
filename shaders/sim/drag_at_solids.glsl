// Walls with a slip length b, after Navier: water slides along them at v_t = b ∂v_t/∂n, so that at distance s it moves at
// (s + b) times the shear, and the wall drags at it with the stress ρν v_t/(s + b). The layer of particles next to the wall,
// s < d, takes that up, nearer ones more: dv_t/dt = −ν w(s) v_t/(s + b) with w = 2 (1 − s/d)/d, whose integral is 1 and which
// the first layer of a lattice, at d/2, has to itself. Implicitly, so that no dt is too long for it.
#include "sim/collision.glsl"
#include "sim/kernels.glsl"
#include "sim/surface.glsl"

// What the velocity v of a particle changes by.
PBF_FN vec3 drag_of(Surface s, vec3 v) {
    vec3 against = v - s.velocity;
    vec3 slides = against - along(vec4(s.normal, 0.0f), against) * s.normal;
    float gap = max(s.distance, 0.0f);
    float drag = params.drag_scale * max(params.drag_layer - gap, 0.0f);  // where it is 0, the gap is not
    return -(drag / (gap + params.slip_length + drag)) * slides;
}

PBF_PASS drag_at_solids(uint i) {
    vec3 x = vec3(predicted[i]);
    vec3 v = vec3(velocity_star[i]);
    if (!far_from_planes(x, params.drag_layer))
        for (uint k = 0u; k < params.plane_count; ++k) v = v + drag_of(plane_surface(k, x), v);
    for (uint k = 0u; k < params.solid_count; ++k) {
        if (gap_to_sphere(solid_at(k), x) > params.drag_layer) continue;
        vec3 gained = drag_of(body_surface(k, x), v);
        v = v + gained;
        if (reacts() && squared_length(gained) > 0.0f)
            contact[i] = vec4(vec3(contact[i]) + params.dt * gained, float(k + 1u));
    }
    velocity_star[i] = vec4(v, velocity_star[i].w);
}
