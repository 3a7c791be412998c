// Push-out of bodies. Passes of their own call it, which only scenes with bodies run: it needs twice the registers of
// what moves particles in any scene.
#ifndef PBF_SOLID_COLLISION
#define PBF_SOLID_COLLISION

#include "sim/collision.glsl"
#include "sim/kernels.glsl"
#include "sim/surface.glsl"

struct PushedOut {
    vec3 x;       // m: outside of every body, but perhaps not of every plane
    float slack;  // m: moved by less than this, it would still be beyond the reach of every body's density
    float body;   // 1 + the last body that pushed it; 0: none did
};

// n without what leads into planes that x touches: the way out of a body that leaves x in the tank.
PBF_FN vec3 along_planes(vec3 x, vec3 n) {
    for (uint k = 0u; k < params.plane_count; ++k) {
        vec3 m = vec3(solid[k]);
        PBF_PRECISE float into = m.x * n.x + m.y * n.y + m.z * n.z;
        PBF_PRECISE float gap = m.x * x.x + m.y * x.y + m.z * x.z - solid[k].w - 1.01f * params.wall_clearance;
        if (into < 0.0f && gap < 0.0f) {
            PBF_PRECISE vec3 rest = n - into * m;
            n = rest;
        }
    }
    return n;
}

// x, unless the straight way there from `start`, where the particle was `elapsed` seconds ago, leads into thin body k: then
// out along the normal of where it enters, so far that a plane there would push it no farther. The way is that which the
// body sees, which moves too. Sphere tracing: at each point the way is free as far as the body is away.
PBF_FN vec3 kept_on_its_side(uint k, vec3 start, float elapsed, vec3 x) {
    uint at = solid_at(k);
    PBF_PRECISE vec3 from = start + elapsed * body_velocity(k, start);
    PBF_PRECISE vec3 way = x - from;
    float inverse = portable_inverse_sqrt(max(squared_length(way), 1e-20f));
    PBF_PRECISE float near = 0.1f * params.wall_clearance;  // a grazing way would come ever nearer in ever shorter steps
    float share = 0.0f;  // of the way
    for (uint t = 0u; t < 16u && share < 1.0f; ++t) {
        PBF_PRECISE vec3 here = from + share * way;
        SolidPoint p = solid_point(at, here);
        if (p.distance < near) {
            vec3 n = to_world(at, p.normal);
            PBF_PRECISE vec3 rest = x - here;
            PBF_PRECISE float missing =
                params.wall_clearance - p.distance - (n.x * rest.x + n.y * rest.y + n.z * rest.z);
            PBF_PRECISE vec3 kept = x + max(missing, 0.0f) * n;
            return kept;
        }
        PBF_PRECISE float farther = share + p.distance * inverse;
        share = farther;
    }
    return x;
}

// As of planes, by `count` bodies: all, or 0 if x is known to be far from them. start: where the particle was `elapsed`
// seconds ago; bodies are where they are when the step ends.
PBF_FN PushedOut push_out_of_bodies(vec3 start, float elapsed, vec3 x, uint count) {
    PushedOut out_of;
    out_of.slack = 1e9f;
    out_of.body = 0.0f;
    for (uint k = 0u; k < count; ++k) {
        uint at = solid_at(k);
        if (is_thin(at)) {
            vec3 kept = kept_on_its_side(k, start, elapsed, x);
            if (squared_length(kept - x) > 0.0f) out_of.body = float(k + 1u);
            x = kept;
        }
        float gap = gap_to_sphere(at, x);
        float reach = reach_of_density(at);
        if (gap > reach) {
            out_of.slack = min(out_of.slack, gap - reach);
            continue;
        }
        // Out of a valley of a mesh, the way from one side leads toward the other.
        uint times = is_mesh(at) ? 3u : 1u;
        for (uint t = 0u; t < times; ++t) {
            SolidPoint p = solid_point(at, x);
            out_of.slack = min(out_of.slack, p.distance - reach);
            PBF_PRECISE float d = p.distance - params.wall_clearance;
            if (!(d < 0.0f)) break;
            vec3 n = along_planes(x, to_world(at, p.normal));
            PBF_PRECISE float share = n.x * n.x + n.y * n.y + n.z * n.z;
            float inverse = portable_inverse_sqrt(max(share, 0.05f));  // of its length; none is pushed 5 d far
            PBF_PRECISE vec3 pushed = x - (d * inverse * inverse) * n;
            x = pushed;
            out_of.body = float(k + 1u);
        }
    }
    out_of.x = x;
    return out_of;
}

#endif
