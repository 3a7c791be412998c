// Admits as many of this step's arrivals as there is room for: they follow the living particles and count as living
// from here on.
#include "sim/population.glsl"

PBF_PASS admit(uint) {
    uint living = population[POPULATION_LIVING];
    uint arrivals = population[POPULATION_ARRIVALS];
    uint admitted = min(arrivals, params.particle_capacity - living);
    population[POPULATION_BEFORE] = living;
    population[POPULATION_LIVING] = living + admitted;
    population[POPULATION_ADMITTED] += admitted;
    population[POPULATION_TURNED_AWAY] += arrivals - admitted;
}
