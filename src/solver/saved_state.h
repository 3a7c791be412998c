// All that one step of a solver passes on to the next, on the host.
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "scene/particles.h"
#include "solver/diffuse.h"
#include "solver/floating_bodies.h"
#include "solver/population.h"

namespace undine {

struct SavedState {
    ParticleState particles;  // in the order of their ids
    StateTime time;
    Population population;
    uint64_t let_in = 0;                          // arrivals since the start, admitted or not
    uint64_t dropped_neighbors = 0;               // since the start
    uint64_t clamped_speeds = 0;                  // since the start
    FloatingHistory floating;                     // empty: nothing floats
    std::deque<std::vector<Reaction>> reactions;  // that bodies have not felt yet, oldest first
    SavedDiffuse diffuse;
};

}  // namespace undine
