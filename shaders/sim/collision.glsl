// Push-out of planes (seed paper eq. 19, 20); of all solids: solid_collision.glsl. The density of what they displace:
// wall_density.glsl.
#ifndef PBF_COLLISION
#define PBF_COLLISION

// Whether x is farther than `range`, m, from every plane, by a box that none of them cuts. Most particles are, and need
// not look at the planes one by one. The margin is for rounding.
PBF_FN bool far_from_planes(vec3 x, float range) {
    vec3 low = x - vec3(params.open_min);
    vec3 high = vec3(params.open_max) - x;
    float depth = min(min(min(low.x, low.y), low.z), min(min(high.x, high.y), high.z));
    PBF_PRECISE float reach = 1.01f * range;
    return depth > reach;
}

// Moves x along the normal of each plane to which it is nearer than the clearance, half a particle_spacing: at that
// distance the wall's density is that of the lattice which the wall replaces. With distance 0 the first layer would
// press against the wall, whose half space contributes λ_i alone, while a fluid neighbour contributes λ_i + λ_j: a
// resting column was measured to be 24 % over-full there.
PBF_FN vec3 push_out_of_planes(vec3 x) {
    if (far_from_planes(x, params.wall_clearance)) return x;
    for (uint k = 0u; k < params.plane_count; ++k) {
        vec3 n = vec3(solid[k]);
        PBF_PRECISE float d = n.x * x.x + n.y * x.y + n.z * x.z - solid[k].w - params.wall_clearance;
        if (d < 0.0f) {
            PBF_PRECISE vec3 pushed = x - d * n;
            x = pushed;
        }
    }
    return x;
}

#endif
