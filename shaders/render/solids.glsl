// The solids below a scene's planes: of the tank, or of the surroundings if there is none, the part below each plane.
layout(constant_id = 4) const uint SOLIDS = 0u;  // number of planes

struct Solid {
    float at;     // along the ray, in lengths of its direction; 1e9: none
    vec3 normal;  // unit, outward
};

// The first solid that a ray enters; one that it starts in is ignored.
Solid meet_solids(vec3 from, vec3 direction) {
    Solid first = Solid(1e9, vec3(0.0));
    if (SOLIDS == 0u) return first;
    vec3 per = 1.0 / mix(direction, vec3(1e-12), lessThan(abs(direction), vec3(1e-12)));
    vec3 a = (args.solid_min.xyz - from) * per, b = (args.solid_max.xyz - from) * per;
    vec3 nearer = min(a, b), farther = max(a, b);
    float box_in = max(nearer.x, max(nearer.y, nearer.z)), box_out = min(farther.x, min(farther.y, farther.z));
    vec3 face = -sign(direction) * vec3(equal(nearer, vec3(box_in)));
    for (uint k = 0u; k < SOLIDS; ++k) {
        vec4 plane = args.planes[k];
        float height = dot(plane.xyz, from) - plane.w, slope = dot(plane.xyz, direction);
        float at = -height / (abs(slope) < 1e-12 ? 1e-12 : slope);
        float enter = slope < 0.0 ? max(box_in, at) : box_in, leave = slope < 0.0 ? box_out : min(box_out, at);
        if (enter >= leave || enter <= 0.0 || enter >= first.at) continue;
        first = Solid(enter, enter > box_in ? plane.xyz : face);
    }
    return first;
}

// Share of the sun's light that solids let through to x, which must lie a little above the lit surface.
float past_solids(vec3 x) { return meet_solids(x, args.sun.toward.xyz).at < 1e8 ? 0.0 : 1.0; }
