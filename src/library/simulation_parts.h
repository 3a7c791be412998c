// What a Simulation of the public interface is made of.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/machine.h"
#include "app/simulation.h"
#include "render/look/style.h"
#include "render/particles/coloring.h"
#include "solver/solver.h"
#include "undine/simulation.h"

namespace undine::core {

struct Simulation::Parts {
    // Opens what options.backend names. `machine`: with a device open already, it is simulated on that.
    Parts(const Scene& scene, const SimulationOptions& options, Machine machine = {});
    ~Parts();  // waits

    // Throws Error(usage) while the application's command buffer is being recorded, or one may not have been executed:
    // for calls that submit, or wait for, work that must come after it.
    void require_own_commands(const char* call) const;

    // Prepares what pictures show of a state that no step has made, so that a recording has not to wait for it.
    void derive_at_rest();

    Machine machine;
    std::string specification;  // --backend
    std::vector<std::string> cautions;
    undine::Simulation source;  // its scene has the parameters in effect
    std::optional<Style> style;
    Coloring coloring = Coloring::natural;
    std::unique_ptr<Solver> solver;
    bool recording = false;
};

}  // namespace undine::core
