// Words of `population`. New ids count up from the largest at the start and are never reused. If no particles can come
// or go, there is no such array and every particle lives.
#ifndef PBF_POPULATION
#define PBF_POPULATION

#define POPULATION_LIVING 0u         // living particles: the first of each array
#define POPULATION_BEFORE 1u         // living before the last arrivals
#define POPULATION_ARRIVALS 2u       // waiting in arrival_position; written by the host before `admit`
#define POPULATION_FIRST_ID 3u       // of the first of them; written by the host too
#define POPULATION_ADMITTED 4u       // since the start
#define POPULATION_TURNED_AWAY 5u    // since the start: the arrays were full
#define POPULATION_DRAINED 6u        // since the start, by sinks
#define POPULATION_WORDS 7

#endif
