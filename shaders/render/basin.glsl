// The tank as a basin: its floor, and below the rim those walls whose inner side is seen, are tiled; the others, and what is
// above the rim, are clear glass.
#ifndef RENDER_BASIN
#define RENDER_BASIN

// Where a ray leaves the tank.
struct Leaving {
    float enter, at;  // along the ray, in lengths of its direction; enter ≥ at: it passes the tank by
    vec3 outward;     // unit, of the side it leaves through
};

Leaving leave_tank(vec3 from, vec3 direction) {
    vec3 per = 1.0 / mix(direction, vec3(1e-12), lessThan(abs(direction), vec3(1e-12)));
    vec3 a = (args.tank_min.xyz - from) * per, b = (args.tank_max.xyz - from) * per;
    vec3 nearer = min(a, b), farther = max(a, b);
    float leave = min(farther.x, min(farther.y, farther.z));
    return Leaving(max(nearer.x, max(nearer.y, nearer.z)), leave, sign(direction) * vec3(equal(farther, vec3(leave))));
}

// Whether the ray meets tiles there, at x.
bool meets_tiles(Leaving tank, vec3 x) {
    return tank.enter < tank.at && tank.at > 0.0 && tank.outward.y <= 0.0 && x.y < args.rim;
}

#endif
