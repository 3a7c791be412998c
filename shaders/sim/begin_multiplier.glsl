// Before the first iteration with gradients at the step's start (multiplier.glsl): the part of the pressure of the step
// before that this one begins with, as Λ and as its first change; and what error may stay, T_i = max(0, C_i − ċ dt), from
// the density after the step before.
PBF_PASS begin_multiplier(uint i) {
    float kept = 0.0f;
    if (params.error_per_step > 0.0f) {
        float c = position[source[i]].w * params.inv_rest_density - 1.0f;
        kept = max(c - params.error_per_step, 0.0f);
    }
    float warm = params.warm_start > 0.0f ? 0.0f - params.warm_start * velocity[source[i]].w : 0.0f;
    multiplier[i] = vec4(warm, 0.0f, 0.0f, kept);
    predicted_lambda[i] = vec4(vec3(previous[i]), warm);
}
