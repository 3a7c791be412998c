// Planes: push-out (seed paper eq. 19, 20) and the density of the solid half space behind them.
#ifndef PBF_COLLISION
#define PBF_COLLISION

// x moved along the normal onto each plane that it is behind.
PBF_FN vec3 push_out(vec3 x) {
    for (uint k = 0u; k < params.plane_count; ++k) {
        vec3 n = vec3(params.planes[k]);
        float d = n.x * x.x + n.y * x.y + n.z * x.z - params.planes[k].w;
        if (d < 0.0f) x = x - d * n;
    }
    return x;
}

#endif
