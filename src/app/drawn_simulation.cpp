#include "app/drawn_simulation.h"

#include <utility>

#include "app/simulation.h"

namespace undine {
namespace {

// Throws as require_shown() does.
SolverOptions with_drawn_fields(SolverOptions options, const RenderSettings& render, const Scene& scene) {
    require_shown(render.coloring, scene);
    options.derived = drawn_fields(render.style, render.coloring);
    return options;
}

}  // namespace

DrawnSimulation::DrawnSimulation(Machine& machine, const std::string& specification, std::unique_ptr<Backend> backend,
                                 const Simulation& simulation, const ParticleState& particles,
                                 const DrawnOptions& options)
    : machine(machine),
      surroundings(make_surroundings(simulation.scene, simulation.initial, simulation.boundary)),
      solver(simulation.scene, particles, simulation.boundary, std::move(backend),
             with_drawn_fields(options.solver, options.render, simulation.scene)) {
    machine.open_to_draw(specification);
    source = make_particle_source(*machine.context, solver, drawn_radius(simulation.scene.parameters), options.slots,
                                  options.render.coloring);
    renderer = std::make_unique<FluidRenderer>(*machine.context, options.render, surroundings, source->view());
    machine.commands->set_timing(true);
    machine.commands->set_stall_check([this] { source->check(); });
}

DrawnSimulation::~DrawnSimulation() { machine.commands->set_stall_check({}); }

}  // namespace undine
