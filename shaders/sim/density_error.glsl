// max(C, 0): what the mean density error averages. The difference comes first: it is nearly exact, whereas ρ/ρ0 − 1 would
// leave, of water at rest, the rounding of ρ/ρ0, which is not the same on every device.
#ifndef PBF_DENSITY_ERROR
#define PBF_DENSITY_ERROR

PBF_FN float error_of_density(float rho) {
    return max(rho - params.rest_density, 0.0f) * params.inv_rest_density;
}

#endif
