// After the sort: particles in a cell live on, those behind the last cell were drained.
#include "sim/population.glsl"

PBF_PASS count_living(uint) {
    uint living = cell_start[params.cell_count];
    population[POPULATION_DRAINED] += population[POPULATION_LIVING] - living;
    population[POPULATION_LIVING] = living;
}
