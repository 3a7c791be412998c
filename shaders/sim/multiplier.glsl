// The constraint with gradients that stay those of the step's start, as SHAKE has them [Ryckaert77]. The multiplier Λ_i is
// then the sum over the iterations of what they add,
//     Λ_i ← min(0, Λ_i − (C_i − T_i)/(S_i + ε)),
// where S_i, the denominator of λ_i [MM13] eq. 11, is that of the first iteration, and C_i may keep T_i: what it was before
// the step less what the step may remove. With bilateral constraints Λ_i may also attract. Its change ΔΛ_i takes the place
// of λ_i in apply_delta_p, whose gradients are at x_n: predicted_lambda holds x_n and ΔΛ_i.
#ifndef PBF_MULTIPLIER
#define PBF_MULTIPLIER

// denominator: S_i + ε, 1/m²; relaxes: whether Λ_i changes.
PBF_FN void finish_multiplier(uint i, float rho, float denominator, bool relaxes) {
    vec4 before = multiplier[i];
    float c = rho * params.inv_rest_density - 1.0f;
    float next = relaxes ? before.x - (c - before.w) / denominator : before.x;
    if (params.unilateral != 0u) next = min(next, 0.0f);
    multiplier[i] = vec4(next, denominator, rho, before.w);
    predicted_lambda[i] = vec4(vec3(predicted_lambda[i]), next - before.x);
}

#endif
