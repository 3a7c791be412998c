// The particles as exports hold them: one moment of a simulation, with what describes it.
#pragma once
#include <vector>

#include "measure/statistics.h"
#include "scene/particles.h"
#include "solver/solver.h"

namespace undine {

struct Snapshot {
    StateTime time;
    ParticleState particles;       // in the order of their ids; density and λ are those at these positions,
                                   // pressure is that of the last step
    bool has_lambda = false;       // the method computes λ
    std::vector<vec3> vorticity;   // 1/s, of those particles; empty if the scene's steps do not compute it
    std::vector<vec4> ellipsoids;  // three for each of those particles, shaders/sim/fit_ellipsoid.glsl; may be empty
    Statistics statistics;         // as `undine run` reports them
};

// Of the solver's state after the steps so far; waits for them. It changes nothing that later steps depend on.
// ellipsoids: whether they are wanted; Field::ellipsoid must then have been named in SolverOptions::derived.
Snapshot take_snapshot(Solver& solver, bool ellipsoids);

}  // namespace undine
