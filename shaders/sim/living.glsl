// How many particles live, for passes over something else than particles; those over particles are not run for others.
#ifndef PBF_LIVING
#define PBF_LIVING

#include "sim/population.glsl"

PBF_FN uint living_particles() {
    return params.counts_vary != 0u ? population[POPULATION_LIVING] : params.particle_count;
}

#endif
