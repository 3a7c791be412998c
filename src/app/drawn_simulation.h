// A simulation and its rendering on one machine: the solver, particle source and renderer that capture, bench and the
// viewer all use.
#pragma once
#include <memory>
#include <string>

#include "app/machine.h"
#include "app/simulation_options.h"
#include "render/fluid_renderer.h"
#include "render/source/particle_source.h"
#include "solver/solver.h"

namespace undine {

struct Simulation;

struct DrawnOptions {
    RenderSettings render;
    uint32_t slots = 1;    // frames that may be in flight
    SolverOptions solver;  // `derived` is replaced by what the pictures need
};

struct DrawnSimulation {
    // The solver continues from `particles`. specification: that of `backend` (machine.h); it chooses the device to
    // draw on if the machine has none open yet. The machine must outlive this. Throws Error like the constructors of
    // its parts.
    DrawnSimulation(Machine& machine, const std::string& specification, std::unique_ptr<Backend> backend,
                    const Simulation& simulation, const ParticleState& particles, const DrawnOptions& options);

    // Everything submitted must have been executed, or the source abandoned.
    ~DrawnSimulation();
    DrawnSimulation(const DrawnSimulation&) = delete;
    DrawnSimulation& operator=(const DrawnSimulation&) = delete;

    Machine& machine;
    Surroundings surroundings;
    Solver solver;
    std::unique_ptr<ParticleSource> source;
    std::unique_ptr<FluidRenderer> renderer;
};

// A frame of the timeline, and of debuggers, for as long as the object lives: steps and picture.
class FrameScope {
  public:
    FrameScope(Solver& solver, const ParticleSource& source, Commands& commands, uint64_t number)
        : steps_(solver.backend(), "frame", number), commands_(source.in_queue() ? nullptr : &commands) {
        if (commands_) commands_->begin_group("frame", number);
    }
    ~FrameScope() {
        if (commands_) commands_->end_group();
    }
    FrameScope(const FrameScope&) = delete;
    FrameScope& operator=(const FrameScope&) = delete;

  private:
    GroupScope steps_;
    Commands* commands_;  // nullptr: the steps are recorded there too
};

}  // namespace undine
