// Restitution of solids, after [Müller20] eq. 34: a particle that a solid has stopped in this step leaves it at e times the
// speed at which it came, unless that is so slow, 2 |a| dt, that gravity alone brings it.
#include "sim/collision.glsl"
#include "sim/kernels.glsl"
#include "sim/prediction.glsl"
#include "sim/surface.glsl"

// The velocity that particle i at x lacks. came: its velocity before anything stopped it, v: now, m/s.
PBF_FN vec3 rebound(uint i, vec3 x, Surface s, vec3 came, vec3 v) {
    vec4 normal = vec4(s.normal, 0.0f);
    vec3 none = vec3(0.0f, 0.0f, 0.0f);
    float into = -along(normal, came - s.velocity);
    float slowest = 2.0f * params.dt * sqrt(squared_length(vec3(params.acceleration)));
    if (!(into > slowest)) return none;
    // Whether it would be inside, had nothing stopped it, by the tangent plane of the surface.
    vec3 free = vec3(previous[i]) + params.dt * came;
    if (s.distance + along(normal, free - x) > params.wall_clearance) return none;
    return max(params.restitution * into - along(normal, v - s.velocity), 0.0f) * s.normal;
}

PBF_PASS apply_restitution(uint i) {
    vec3 x = vec3(predicted[i]);
    vec3 came = predicted_velocity(vec3(velocity[source[i]])).velocity;
    vec3 v = vec3(velocity_star[i]);
    // Farther away, nothing it could have reached in this step stops it.
    float reach = params.support_radius;
    if (!far_from_planes(x, reach))
        for (uint k = 0u; k < params.plane_count; ++k) v = v + rebound(i, x, plane_surface(k, x), came, v);
    for (uint k = 0u; k < params.solid_count; ++k) {
        if (gap_to_sphere(solid_at(k), x) > reach) continue;
        vec3 gained = rebound(i, x, body_surface(k, x), came, v);
        v = v + gained;
        if (reacts() && squared_length(gained) > 0.0f)
            contact[i] = vec4(vec3(contact[i]) + params.dt * gained, float(k + 1u));
    }
    velocity_star[i] = vec4(v, velocity_star[i].w);
}
