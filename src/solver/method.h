// A method of simulation: the passes of a step and their order. What is the same for every method, the particles'
// arrays, their sort and their neighbours, is Solver's.
#pragma once
#include <string_view>

#include "scene/parameters.h"
#include "solver/backend.h"

namespace undine {

struct Method {
    std::string_view name;  // as scenes have it
    PassSet passes;  // that `step` and `density` run, beside kParticlePasses: only their arrays and programs exist

    // Records one substep. The particles' state (position, velocity, id) is then in the order of the step's sort, as
    // are the scratch arrays: element i of each describes the same particle.
    void (*step)(Backend&, const FluidParams&);

    // Computes `density` of the sorted particles at `predicted`, whose neighbours are found, and moves nothing.
    void (*density)(Backend&);

    bool iterates() const { return passes.contains(Pass::apply_delta_p); }
};

const Method& method_of(MethodType type);

extern const Method kPbf, kWcsph;

// Passes that Solver runs whatever the method: the sort, the neighbours, what acts on particles from outside, and what
// is derived of them.
inline constexpr PassSet kParticlePasses = pass_set(
    {Pass::pull, Pass::locate, Pass::count_cells, Pass::scan_blocks, Pass::scan_sums, Pass::scan_add, Pass::scatter,
     Pass::order_in_cell, Pass::reorder, Pass::find_neighbors, Pass::compute_vorticity, Pass::fit_ellipsoid});

// Where particles come and go.
inline constexpr PassSet kPopulationPasses = pass_set({Pass::admit, Pass::emit, Pass::drain, Pass::count_living});

// unsorted_predicted and cell → the arrays of the step's order, and the list of neighbours where there is one.
void sort_and_list(Backend& backend, const FluidParams& params);

// Of a step: particles inside sinks leave first.
void find_neighbors(Backend& backend, const FluidParams& params);

// Whether a step of PBF confines vorticity: it then leaves `vorticity`, of the velocity before.
bool confines_vorticity(const FluidParams& params);

}  // namespace undine
