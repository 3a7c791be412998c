// What a step costs, counted by executing it: operations, bytes accessed and the least bytes that must move.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scene/particles.h"

namespace undine {

struct Scene;

// The work of all runs of a pass in one step, over all particles.
struct PassWork {
    std::string name;            // as in PassTime: the sort and the convergence check as groups and as their parts
    std::optional<double> flop;  // as counted_passes.h defines it; empty for passes without a shared body
    std::optional<double> accessed_bytes;  // every access of every element, as the body is written
    // Compulsory traffic, to be compared with copy bandwidth: each element that the pass needs moves once to be read
    // and once to be written, whatever the caches do in between. For a group: its inputs and its outputs.
    double compulsory_bytes = 0;
};

struct StepWork {
    std::vector<PassWork> passes;
    double neighbors_mean = 0;  // per particle, fluid and boundary
};

// Runs one step of the CPU backend from that state with every pass counted; of many particles, on an evenly spread
// sample. Throws Error as a Solver does.
StepWork count_step(const Scene& scene, const ParticleState& state, const BoundaryState& boundary);

}  // namespace undine
