// The counts of living, admitted and drained particles: `population` on the host (shaders/sim/population.glsl).
#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/population.glsl"

namespace undine {

struct Population {
    uint32_t living = 0;
    uint32_t before = 0;       // living before the last arrivals
    uint32_t arrivals = 0;     // in the last batch, admitted or not
    uint32_t first_id = 0;     // of that batch
    uint32_t admitted = 0;     // since the start, by emitters and Solver::add()
    uint32_t turned_away = 0;  // since the start, for want of room
    uint32_t drained = 0;      // since the start, by sinks
    bool operator==(const Population&) const = default;
};

#define UNDINE_POPULATION_WORD(member, word) static_assert(offsetof(Population, member) == 4 * word)
UNDINE_POPULATION_WORD(living, POPULATION_LIVING);
UNDINE_POPULATION_WORD(before, POPULATION_BEFORE);
UNDINE_POPULATION_WORD(arrivals, POPULATION_ARRIVALS);
UNDINE_POPULATION_WORD(first_id, POPULATION_FIRST_ID);
UNDINE_POPULATION_WORD(admitted, POPULATION_ADMITTED);
UNDINE_POPULATION_WORD(turned_away, POPULATION_TURNED_AWAY);
UNDINE_POPULATION_WORD(drained, POPULATION_DRAINED);
#undef UNDINE_POPULATION_WORD
static_assert(sizeof(Population) == 4 * POPULATION_WORDS);

}  // namespace undine
