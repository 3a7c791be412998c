// Solids (src/scene/solid.h): signed distance and outward normal at a point, from the array `solid`, in which the planes
// come first, one element each (xyz: n, of unit length, into the fluid; w: o, where n·x = o is the surface), then
// PBF_SOLID_SIZE elements for each body:
//
//     0  centre, m                       w: radius of a sphere round it that holds the body, m
//     1  its x axis in the world          w: radius that rounds its edges, m
//     2  its y axis                       w: of a mesh, the distance that mesh_field counts as 1, m
//     3  its z axis                       w: mass of a body that floats, kg; 0: nothing but its motion moves it
//     4  half sizes along its axes, m    w: 0
//     5  1 if it is thin, 0, 0            w: 0
//     6  velocity of its centre, m/s     w: 0
//     7  angular velocity, rad/s         w: 0
//
// of a mesh, whose radius is 0:
//
//     4  first node of its grid, m        w: nodes per metre
//     5  nodes on each axis              w: place of the first in mesh_field, in nodes
//
// Distance and normal decide the cell that a particle is sorted into, so they are rounded the same everywhere: only
// additions and multiplications, which every device rounds correctly.
#ifndef PBF_SOLID
#define PBF_SOLID

#include "sim/inverse_sqrt.glsl"

struct SolidPoint {
    vec3 local;      // m: the point in the body's axes, from its centre
    vec3 normal;     // outward, in the body's axes
    float distance;  // m; negative inside
};

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

// A body is one of three: a mesh, round (it has a radius, if only at its edges), or a box.
PBF_FN bool is_mesh(uint at) {
    if ((SOLID_TRAITS & PBF_SOLIDS_MESHES) == 0u) return false;
    return (SOLID_TRAITS & (PBF_SOLIDS_ROUND | PBF_SOLIDS_BOXES)) == 0u || solid[at + 4u].w > 0.0f;
}

PBF_FN bool is_round(uint at) {
    if ((SOLID_TRAITS & PBF_SOLIDS_ROUND) == 0u) return false;
    return (SOLID_TRAITS & (PBF_SOLIDS_BOXES | PBF_SOLIDS_MESHES)) == 0u || solid[at + 1u].w > 0.0f;
}

// Whether a step may take a particle from one side of it to the other, past all that push-out looks at. Of meshes it is
// not known.
PBF_FN bool is_thin(uint at) {
    return (SOLID_TRAITS & PBF_SOLIDS_THIN) != 0u && !is_mesh(at) && solid[at + 5u].x > 0.0f;
}

// Whether what bodies take from the water is summed.
PBF_FN bool reacts() { return (SOLID_TRAITS & PBF_SOLIDS_REACTIONS) != 0u && params.reaction_count != 0u; }

// m: from that distance on, a body adds nothing to the density. A box with sharp edges is weighed as the product of three
// slabs (solid_density.glsl), which beyond its corners reach √3 h far.
PBF_FN float reach_of_density(uint at) {
    PBF_PRECISE float reach = params.support_radius * (is_mesh(at) || is_round(at) ? 1.0f : 1.75f);
    return reach;
}

// m: x is at least this far from the sphere round the body.
PBF_FN float gap_to_sphere(uint at, vec3 x) {
    vec4 center = solid[at];
    PBF_PRECISE vec3 d = x - vec3(center);
    PBF_PRECISE float r_sq = d.x * d.x + d.y * d.y + d.z * d.z;
    float inverse = portable_inverse_sqrt(max(r_sq, 1e-12f));
    PBF_PRECISE float gap = r_sq * inverse - center.w;
    return gap;
}

// Of a mesh, at a point: interpolated between the eight nodes around it.
struct MeshSample {
    vec3 normal;     // outward, of any length
    float distance;  // m; negative inside
    vec3 gradient;   // of the share, in the body's axes, 1/m
    float share;     // of the support's weight that is inside of the mesh
};

// Signed numbers of 16 bits, the lower of each word first.
PBF_FN vec4 four_halves(uvec2 words) {
    return vec4(float(int(words.x << 16u) >> 16), float(int(words.x) >> 16), float(int(words.y << 16u) >> 16),
                float(int(words.y) >> 16));
}

PBF_FN MeshSample mesh_sample(uint at, vec3 local) {
    vec4 grid = solid[at + 4u];
    vec4 nodes = solid[at + 5u];
    PBF_PRECISE vec3 q = (local - vec3(grid)) * grid.w;
    // Written so that it also catches NaN, which must not become an index.
    bool within = q.x >= 0.0f && q.y >= 0.0f && q.z >= 0.0f && q.x < nodes.x - 1.0f && q.y < nodes.y - 1.0f &&
                  q.z < nodes.z - 1.0f;
    if (!within) q = vec3(0.0f, 0.0f, 0.0f);
    uint x = uint(q.x);
    uint y = uint(q.y);
    uint z = uint(q.z);
    vec3 f = q - vec3(float(x), float(y), float(z));
    uint row = uint(nodes.x);
    uint layer = row * uint(nodes.y);
    uint first = uint(nodes.w) + x + row * y + layer * z;
    vec4 surface = vec4(0.0f, 0.0f, 0.0f, 0.0f);
    vec4 inside = vec4(0.0f, 0.0f, 0.0f, 0.0f);
    // The four pairs along x: a number of them that a driver for CPUs cannot know, lest it unrolls the loop and goes
    // through all of them for particles that are far away too.
    uint pairs = within ? 4u : 0u;
    for (uint k = 0u; k < pairs; ++k) {
        uint j = k & 1u;
        uint l = k >> 1u;
        PBF_PRECISE float pair = (j == 1u ? f.y : 1.0f - f.y) * (l == 1u ? f.z : 1.0f - f.z);
        PBF_PRECISE float left = (1.0f - f.x) * pair;
        PBF_PRECISE float right = f.x * pair;
        uint node = 2u * (first + row * j + layer * l);
        inside = inside + (four_halves(mesh_field[node]) * left + four_halves(mesh_field[node + 2u]) * right);
        PBF_PRECISE vec4 more =
            surface + (four_halves(mesh_field[node + 1u]) * left + four_halves(mesh_field[node + 3u]) * right);
        surface = more;
    }
    float one = PBF_MESH_SHARE;
    MeshSample s;
    PBF_PRECISE vec3 normal = vec3(surface) * one;
    s.normal = normal;
    PBF_PRECISE float distance = surface.w * one * solid[at + 2u].w;
    PBF_PRECISE float least = 1.25f * params.support_radius;  // the grid ends a little farther from the mesh than h
    s.distance = within ? distance : least;
    // Beyond h, only interpolation finds anything.
    float near = s.distance < params.support_radius ? one : 0.0f;
    s.gradient = vec3(inside) * (near * PBF_MESH_STEEPEST / params.support_radius);
    s.share = inside.w * near;
    return s;
}

PBF_FN SolidPoint mesh_point(vec3 local, MeshSample s) {
    SolidPoint p;
    p.local = local;
    p.distance = s.distance;
    vec3 n = s.normal;
    PBF_PRECISE float length_sq = n.x * n.x + n.y * n.y + n.z * n.z;
    if (length_sq > 1e-12f) {
        float inverse = portable_inverse_sqrt(length_sq);
        PBF_PRECISE vec3 unit = n * inverse;
        p.normal = unit;
    } else {
        p.normal = vec3(0.0f, 1.0f, 0.0f);  // as far from two sides of the mesh
    }
    return p;
}

// Of a rounded box: outside of the inner box the distance to its nearest point, inside to its nearest face.
PBF_FN SolidPoint solid_point(uint at, vec3 x) {
    SolidPoint p;
    PBF_PRECISE vec3 d = x - vec3(solid[at]);
    p.local = to_local(at, d);
    if (is_mesh(at)) return mesh_point(p.local, mesh_sample(at, p.local));
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
