// The surface of a plane or body near a point, and its velocity there: what restitution acts against, and friction.
#ifndef PBF_SURFACE
#define PBF_SURFACE

#include "sim/solid.glsl"

struct Surface {
    vec3 normal;     // outward
    vec3 velocity;   // m/s, at the point, as the solid moves at the end of the step
    float distance;  // m; negative inside
};

PBF_FN Surface plane_surface(uint k, vec3 x) {
    Surface s;
    s.normal = vec3(solid[k]);
    s.velocity = vec3(0.0f, 0.0f, 0.0f);
    s.distance = along(solid[k], x) - solid[k].w;
    return s;
}

// m/s, of the point of body k that is at x.
PBF_FN vec3 body_velocity(uint k, vec3 x) {
    uint at = solid_at(k);
    vec3 v = vec3(solid[at + 6u]);
    vec3 w = vec3(solid[at + 7u]);
    PBF_PRECISE vec3 r = x - vec3(solid[at]);
    PBF_PRECISE vec3 there =
        v + vec3(w.y * r.z - w.z * r.y, w.z * r.x - w.x * r.z, w.x * r.y - w.y * r.x);
    return there;
}

PBF_FN Surface body_surface(uint k, vec3 x) {
    uint at = solid_at(k);
    SolidPoint p = solid_point(at, x);
    Surface s;
    s.normal = to_world(at, p.normal);
    s.velocity = body_velocity(k, x);
    s.distance = p.distance;
    return s;
}

#endif
