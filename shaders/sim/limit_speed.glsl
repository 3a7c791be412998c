// Clamps |v| to max_speed and counts it in `tally`, as `predict` does in methods that begin with that pass.
#include "sim/kernels.glsl"

PBF_PASS limit_speed(uint i) {
    vec4 before = velocity[i];
    vec3 v = vec3(before);
    float speed_sq = squared_length(v);
    if (speed_sq > params.max_speed * params.max_speed) {
        velocity[i] = vec4(v * (params.max_speed / sqrt(speed_sq)), before.w);
        tally[i].y += 1u;
    }
}
