#ifndef PBF_OUT_OF_REACH
#define PBF_OUT_OF_REACH

#include "sim/kernels.glsl"

// Whether at x, too, no body adds anything: then the term, which is 0, stays as it is.
PBF_FN bool out_of_reach(uint i, vec3 x) {
    vec4 seen = solid_term[3u * i + 2u];
    vec3 d = x - vec3(seen);
    return seen.w > 0.0f && 1.1f * squared_length(d) < seen.w * seen.w;
}

#endif
