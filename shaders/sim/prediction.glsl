// The velocity that carries a particle through the step before anything stops it: v + dt·a, |v| ≤ max_speed.
#ifndef PBF_PREDICTION
#define PBF_PREDICTION

#include "sim/kernels.glsl"

struct Prediction {
    vec3 velocity;  // m/s
    bool clamped;
};

PBF_FN Prediction predicted_velocity(vec3 v) {
    Prediction p;
    PBF_PRECISE vec3 accelerated = v + params.dt * vec3(params.acceleration);
    p.velocity = accelerated;
    float speed_sq = squared_length(accelerated);
    PBF_PRECISE float max_speed_sq = params.max_speed * params.max_speed;
    p.clamped = max_speed_sq > 0.0f && speed_sq > max_speed_sq;
    if (p.clamped) {
        PBF_PRECISE vec3 slowed = accelerated * (params.max_speed / sqrt(speed_sq));
        p.velocity = slowed;
    }
    return p;
}

#endif
