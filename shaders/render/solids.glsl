// A scene's solids in pictures, as far as rays meet them: what is below its planes, of the tank or of the surroundings
// if there is none, and bodies. Boundary particles and meshes are drawn instead: obstacles.frag, meshes.frag.
#include "render/body.glsl"

layout(constant_id = 4) const uint SOLIDS = 0u;  // planes and bodies that are no meshes
layout(constant_id = 6) const uint PLANES = 0u;
layout(constant_id = 9) const bool PAINTED = false;  // some body, or mesh, has a colour of its own

struct Solid {
    float at;     // along the ray, in lengths of its direction; 1e9: none
    vec3 normal;  // unit, outward
    uint body;    // which of `bodies` it is, plus 1; 0: none, or none that is painted
};

const Solid kNoSolid = Solid(1e9, vec3(0.0), 0u);

Solid meet_planes(vec3 from, vec3 direction) {
    Solid first = kNoSolid;
    if (PLANES == 0u) return first;
    vec3 per = 1.0 / mix(direction, vec3(1e-12), lessThan(abs(direction), vec3(1e-12)));
    vec3 a = (args.solid_min.xyz - from) * per, b = (args.solid_max.xyz - from) * per;
    vec3 nearer = min(a, b), farther = max(a, b);
    float box_in = max(nearer.x, max(nearer.y, nearer.z)), box_out = min(farther.x, min(farther.y, farther.z));
    vec3 face = -sign(direction) * vec3(equal(nearer, vec3(box_in)));
    for (uint k = 0u; k < PLANES; ++k) {
        vec4 plane = args.planes[k];
        float height = dot(plane.xyz, from) - plane.w, slope = dot(plane.xyz, direction);
        float at = -height / (abs(slope) < 1e-12 ? 1e-12 : slope);
        float enter = slope < 0.0 ? max(box_in, at) : box_in, leave = slope < 0.0 ? box_out : min(box_out, at);
        if (enter >= leave || enter <= 0.0 || enter >= first.at) continue;
        first = Solid(enter, enter > box_in ? plane.xyz : face, 0u);
    }
    return first;
}

// A sphere round `center`, a part of a body of that radius.
Solid meet_ball(vec3 from, vec3 direction, vec3 center, float radius) {
    vec3 c = from - center;
    float inv_a = 1.0 / dot(direction, direction), foot = -dot(c, direction) * inv_a;
    vec3 miss = c + foot * direction;
    float chord_sq = (radius * radius - dot(miss, miss)) * inv_a;
    if (chord_sq < 0.0) return kNoSolid;
    float at = foot - sqrt(chord_sq);
    return Solid(at, (c + at * direction) / radius, 0u);
}

// Along y, between half_length below and above the origin: its side, or the ball at the end that the ray passes.
Solid meet_capsule(vec3 from, vec3 direction, float half_length, float radius) {
    vec2 o = from.xz, v = direction.xz;
    float a = dot(v, v), b = dot(o, v), chord_sq = b * b - a * (dot(o, o) - radius * radius);
    if (chord_sq < 0.0) return kNoSolid;
    float at = a > 1e-12 ? (-b - sqrt(chord_sq)) / a : 0.0, y = from.y + at * direction.y;
    if (a <= 1e-12) y = -1e9 * direction.y;
    if (abs(y) <= half_length && a > 1e-12) return Solid(at, vec3(o + at * v, 0.0).xzy / radius, 0u);
    return meet_ball(from, direction, vec3(0.0, y < 0.0 ? -half_length : half_length, 0.0), radius);
}

Solid meet_box(vec3 from, vec3 direction, vec3 half_size) {
    vec3 per = 1.0 / mix(direction, vec3(1e-12), lessThan(abs(direction), vec3(1e-12)));
    vec3 nearer = -from * per - abs(per) * half_size, farther = -from * per + abs(per) * half_size;
    float enter = max(nearer.x, max(nearer.y, nearer.z)), leave = min(farther.x, min(farther.y, farther.z));
    if (enter >= leave) return kNoSolid;
    return Solid(enter, -sign(direction) * vec3(equal(nearer, vec3(enter))), 0u);
}

// In 2D a body is a plate as thick as the particles; the view meets its front.
Solid meet_plate(vec3 from, vec3 direction, vec3 half_size, float radius, float front) {
    float at = (front - from.z) / direction.z;
    vec2 beyond = abs((from + at * direction).xy) - half_size.xy;
    float outside = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
    return outside < 0.0 ? Solid(at, vec3(0.0, 0.0, 1.0), 0u) : kNoSolid;
}

Solid meet_body(Body body, vec3 from, vec3 direction) {
    vec3 half_size = body.half_size.xyz, away = from - body.center.xyz;
    float radius = body.x_axis.w, foot = dot(away, direction);
    if (dot(away, away) - foot * foot / dot(direction, direction) > body.center.w * body.center.w) return kNoSolid;
    mat3 to_world = axes_of(body);
    vec3 local = away * to_world, ray = direction * to_world;
    bool flat_scene = half_size.z > 1e5;
    Solid met = flat_scene     ? meet_plate(local, ray, half_size, radius, args.solid_max.z)
                : radius > 0.0 ? meet_capsule(local, ray, half_size.y, radius)
                               : meet_box(local, ray, half_size);
    met.normal = to_world * met.normal;
    return met;
}

// The first solid that a ray enters; one that it starts in is ignored.
Solid meet_solids(vec3 from, vec3 direction) {
    Solid first = meet_planes(from, direction);
    for (uint k = PLANES; k < SOLIDS; ++k) {
        Solid met = meet_body(bodies[k - PLANES], from, direction);
        if (PAINTED) met.body = k - PLANES + 1u;
        if (met.at > 0.0 && met.at < first.at) first = met;
    }
    return first;
}

// What was drawn instead: `surface` as meshes.frag and obstacles.frag leave it, at that place along the ray.
Solid drawn_solid(float at, vec4 surface) {
    if (!PAINTED) return Solid(at, surface.xyz, 0u);
    uint body = uint(round(length(surface.xyz))) - 1u;
    return Solid(at, body == 0u ? surface.xyz : normalize(surface.xyz), body);
}
