// Solids (src/scene/solid.h): signed distance and outward normal at a point, from the array `solid`, in which the planes
// come first, one element each (xyz: n, of unit length, into the fluid; w: o, where n·x = o is the surface), then
// PBF_SOLID_SIZE elements for each body:
//
//     0  centre, m                       w: radius of a sphere round it that holds the body, m
//     1  its x axis in the world          w: radius that rounds its edges, m
//     2  its y axis                       w: 0
//     3  its z axis                       w: 0
//     4  half sizes along its axes, m    w: 0
//
// Distance and normal decide the cell that a particle is sorted into, so they are rounded the same everywhere: only
// additions and multiplications, which every device rounds correctly.
#ifndef PBF_SOLID
#define PBF_SOLID

struct SolidPoint {
    vec3 local;      // m: the point in the body's axes, from its centre
    vec3 normal;     // outward, in the body's axes
    float distance;  // m; negative inside
};

// 1/√x of x > 0 by Newton's method: an error of a few units in the last place.
PBF_FN float portable_inverse_sqrt(float x) {
    PBF_PRECISE float y = uintBitsToFloat(0x5f375a86u - (floatBitsToUint(x) >> 1u));
    PBF_PRECISE float half_x = 0.5f * x;
    for (uint k = 0u; k < 4u; ++k) {
        PBF_PRECISE float next = y * (1.5f - half_x * y * y);
        y = next;
    }
    return y;
}

PBF_FN uint solid_at(uint k) { return params.plane_count + PBF_SOLID_SIZE * k; }

PBF_FN float along(vec4 axis, vec3 d) {
    PBF_PRECISE float sum = axis.x * d.x + axis.y * d.y + axis.z * d.z;
    return sum;
}

// A world direction in the body's axes, and back.
PBF_FN vec3 to_local(uint at, vec3 d) {
    return vec3(along(solid[at + 1u], d), along(solid[at + 2u], d), along(solid[at + 3u], d));
}

PBF_FN vec3 to_world(uint at, vec3 d) {
    vec4 a = solid[at + 1u];
    vec4 b = solid[at + 2u];
    vec4 c = solid[at + 3u];
    return vec3(along(vec4(a.x, b.x, c.x, 0.0f), d), along(vec4(a.y, b.y, c.y, 0.0f), d),
                along(vec4(a.z, b.z, c.z, 0.0f), d));
}

// Whether x is farther than `range`, m, from the k-th body, by the sphere round it alone.
PBF_FN bool far_from_solid(uint at, vec3 x, float range) {
    vec4 center = solid[at];
    PBF_PRECISE vec3 d = x - vec3(center);
    PBF_PRECISE float r_sq = d.x * d.x + d.y * d.y + d.z * d.z;
    float reach = center.w + range;
    PBF_PRECISE float reach_sq = reach * reach;
    return r_sq > reach_sq;
}

// Of a rounded box: outside of the inner box the distance to its nearest point, inside to its nearest face.
PBF_FN SolidPoint solid_point(uint at, vec3 x) {
    SolidPoint p;
    PBF_PRECISE vec3 d = x - vec3(solid[at]);
    p.local = to_local(at, d);
    float radius = solid[at + 1u].w;
    vec4 half_size = solid[at + 4u];
    vec3 side = vec3(p.local.x < 0.0f ? -1.0f : 1.0f, p.local.y < 0.0f ? -1.0f : 1.0f, p.local.z < 0.0f ? -1.0f : 1.0f);
    PBF_PRECISE vec3 q = vec3(side.x * p.local.x - half_size.x, side.y * p.local.y - half_size.y,
                              side.z * p.local.z - half_size.z);
    vec3 beyond = vec3(max(q.x, 0.0f), max(q.y, 0.0f), max(q.z, 0.0f));
    PBF_PRECISE float r_sq = beyond.x * beyond.x + beyond.y * beyond.y + beyond.z * beyond.z;
    if (r_sq > 1e-30f) {
        float inverse = portable_inverse_sqrt(r_sq);
        PBF_PRECISE float s = r_sq * inverse - radius;
        p.distance = s;
        PBF_PRECISE vec3 n = vec3(side.x * beyond.x * inverse, side.y * beyond.y * inverse, side.z * beyond.z * inverse);
        p.normal = n;
        return p;
    }
    float deepest = max(q.x, max(q.y, q.z));
    PBF_PRECISE float s = deepest - radius;
    p.distance = s;
    p.normal = q.x >= deepest   ? vec3(side.x, 0.0f, 0.0f)
               : q.y >= deepest ? vec3(0.0f, side.y, 0.0f)
                                : vec3(0.0f, 0.0f, side.z);
    return p;
}

#endif
