// Words of `population`. Ids count up from the first particle's and are never given again; without sinks and emitters
// there is no such array and every particle lives.
#ifndef PBF_POPULATION
#define PBF_POPULATION

#define POPULATION_LIVING 0u         // particles that live: the first of each array
#define POPULATION_BEFORE 1u         // … before the last arrivals
#define POPULATION_ARRIVALS 2u       // that wait in arrival_position, written by the host before `admit`
#define POPULATION_FIRST_ID 3u       // of the first of them, written by the host too
#define POPULATION_ADMITTED 4u       // since the start
#define POPULATION_TURNED_AWAY 5u    // since the start: the arrays were full
#define POPULATION_DRAINED 6u        // since the start, by sinks
#define POPULATION_WORDS 7

#endif
