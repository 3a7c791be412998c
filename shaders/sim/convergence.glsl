// Decides, where the data is, whether the iterations are done: called once per iteration with the sum of max(C, 0) over
// all particles, before the iteration's corrections are applied. solver_state: see fields.def.
#ifndef PBF_CONVERGENCE
#define PBF_CONVERGENCE

#include "sim/density_error.glsl"

PBF_FN void decide_convergence(float error_sum, uint particles) {
    if (solver_state[0] != 0u) return;
    float mean = error_sum / float(max(particles, 1u));
    solver_state[2] = floatBitsToUint(mean);
    if (solver_state[1] >= params.min_iterations && mean <= params.density_tolerance) solver_state[0] = 1u;
    else solver_state[1] += 1u;
}

#endif
