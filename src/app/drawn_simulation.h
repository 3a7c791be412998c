// A simulation and its pictures on one machine: solver, source and renderer, as capture, bench and the viewer have
// them.
#pragma once
#include <memory>
#include <string>

#include "app/machine.h"
#include "app/simulation.h"
#include "render/fluid_renderer.h"
#include "render/source/particle_source.h"
#include "solver/solver.h"

namespace undine {

struct DrawnOptions {
    RenderSettings render;
    uint32_t slots = 1;    // frames that may be in flight
    SolverOptions solver;  // `derived` is what the pictures need
};

struct DrawnSimulation {
    // The solver goes on from `particles`. specification: of `backend` (machine.h), where the machine has no device to
    // draw on yet. The machine outlives it. Throws Error as the constructors of its parts.
    DrawnSimulation(Machine& machine, const std::string& specification, std::unique_ptr<Backend> backend,
                    const Simulation& simulation, const ParticleState& particles, const DrawnOptions& options);

    // What was submitted is done, or the source abandoned.
    ~DrawnSimulation();
    DrawnSimulation(const DrawnSimulation&) = delete;
    DrawnSimulation& operator=(const DrawnSimulation&) = delete;

    Machine& machine;
    Surroundings surroundings;
    Solver solver;
    std::unique_ptr<ParticleSource> source;
    std::unique_ptr<FluidRenderer> renderer;
};

}  // namespace undine
