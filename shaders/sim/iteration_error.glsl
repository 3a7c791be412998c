// The density error of particle i in this iteration, where either kind of it leaves the density.
#ifndef PBF_ITERATION_ERROR
#define PBF_ITERATION_ERROR

#include "sim/density_error.glsl"

PBF_FN float error_of_iteration(uint i) {
    return error_of_density(params.start_gradients != 0u ? multiplier[i].z : density[i]);
}

#endif
