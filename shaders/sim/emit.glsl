// Writes the admitted arrivals behind the particles that lived before.
#include "sim/population.glsl"

PBF_PASS emit(uint i) {
    uint before = population[POPULATION_BEFORE];
    if (i < before) return;
    uint arrival = i - before;
    position[i] = vec4(vec3(arrival_position[arrival]), 0.0f);
    velocity[i] = vec4(vec3(arrival_velocity[arrival]), 0.0f);
    id[i] = population[POPULATION_FIRST_ID] + arrival;
}
