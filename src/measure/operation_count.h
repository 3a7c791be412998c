// What a step costs, counted by executing it: operations, bytes accessed and bytes that have to move at least.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scene/particles.h"
#include "scene/scene.h"

namespace undine {

// Of all runs of a pass in one step, over all particles.
struct PassWork {
    std::string name;            // as in PassTime: the sort and the convergence check as groups and as their parts
    std::optional<double> flop;  // counted_passes.h says what is one; none for what has no shared body
    std::optional<double> accessed_bytes;  // every access of every element, as the body is written
    // Compulsory traffic, to be held against copy bandwidth: each element that the pass needs moves once to be read and
    // once to be written, whatever the caches do in between. Of a group: what goes in and what comes out.
    double compulsory_bytes = 0;
};

struct StepWork {
    std::vector<PassWork> passes;
    double neighbors_mean = 0;  // a particle, fluid and boundary
};

// Runs one step of the CPU backend from that state with every pass counted, on particles spread over all of them where
// there are many. Throws Error as a Solver does.
StepWork count_step(const Scene& scene, const ParticleState& state, const BoundaryState& boundary);

}  // namespace undine
