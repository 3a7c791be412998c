// A critically damped spring to a moving point T of velocity u: a = w (k (T − x) + 2√k (u − v)), w = (1 − r²/R²)²,
// r = |T − x|. Backward Euler in the spring's own motion, which for w = 1 is
// v − u ← (v − u + dt k (T − x)) / (1 + dt √k)²: it neither overshoots nor grows for any dt √k, while an explicit step
// does from dt √k = 0.83 on.

PBF_PASS pull(uint i) {
    vec4 before = velocity[i];
    vec3 v = vec3(before);
    vec3 d = vec3(params.pull_target) - vec3(position[i]);
    float q = 1.0f - (d.x * d.x + d.y * d.y + d.z * d.z) * params.pull_inv_radius_sq;
    if (q > 0.0f) {
        float w = q * q;
        vec3 u = vec3(params.pull_velocity);
        float s = params.dt * params.pull_rate;
        float damping = 1.0f / (1.0f + w * s * (2.0f + s));
        velocity[i] = vec4(u + damping * (v - u + (w * s * params.pull_rate) * d), before.w);
    }
}
