// What everything solid adds to a particle's density: wall_term.glsl's sums over planes and bodies.
#ifndef PBF_WALL_DENSITY
#define PBF_WALL_DENSITY

#include "sim/wall_term.glsl"

// At x, the place of particle i: the planes here, the bodies as weigh_solids and leave_solids found them.
PBF_FN WallTerm wall_density(uint i, vec3 x) {
    WallTerm walls = plane_density(x);
    if (params.solid_count == 0u) return walls;
    WallTerm bodies;
    bodies.gradient = vec3(solid_term[3u * i]);
    bodies.fraction = solid_term[3u * i].w;
    bodies.gradient_sq = solid_term[3u * i + 1u].x;
    return united(walls, bodies);
}

#endif
