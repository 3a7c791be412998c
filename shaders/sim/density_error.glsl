// max(C, 0): what the mean density error averages.
#ifndef PBF_DENSITY_ERROR
#define PBF_DENSITY_ERROR

PBF_FN float error_of_density(float rho) { return max(rho * params.inv_rest_density - 1.0f, 0.0f); }

#endif
