// Push-out of bodies. Passes of their own call it, which only scenes with bodies run: it needs twice the registers of
// what moves particles in any scene.
#ifndef PBF_SOLID_COLLISION
#define PBF_SOLID_COLLISION

#include "sim/collision.glsl"
#include "sim/solid.glsl"

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

// As of planes, and then of planes again: a particle between a body and a wall of the tank stays in the tank.
PBF_FN vec3 push_out_of_solids(vec3 x) {
    for (uint k = 0u; k < params.solid_count; ++k) {
        uint at = solid_at(k);
        if (far_from_solid(at, x, params.wall_clearance)) continue;
        // Out of a valley of a mesh, the way from one side leads toward the other.
        uint times = is_mesh(at) ? 3u : 1u;
        for (uint t = 0u; t < times; ++t) {
            SolidPoint p = solid_point(at, x);
            PBF_PRECISE float d = p.distance - params.wall_clearance;
            if (!(d < 0.0f)) break;
            vec3 n = along_planes(x, to_world(at, p.normal));
            PBF_PRECISE float share = n.x * n.x + n.y * n.y + n.z * n.z;
            float inverse = portable_inverse_sqrt(max(share, 0.05f));  // of its length; none is pushed 5 d far
            PBF_PRECISE vec3 pushed = x - (d * inverse * inverse) * n;
            x = pushed;
        }
    }
    return push_out_of_planes(x);
}

#endif
