// The options by which `run` and `capture` name a simulation, and the simulation they name.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "scene/particles.h"
#include "scene/scene.h"

namespace undine {

struct SimulationOptions {
    std::string scene;
    std::string backend = "vulkan";
    std::string initial, boundary;  // PLY files; empty: what the scene says
    std::vector<std::string> overrides;
    int threads = 0;
};

void add_simulation_options(CLI::App& command, SimulationOptions& options);

// Everything a Solver needs but the backend.
struct Simulation {
    Scene scene;
    ParticleState initial;
    BoundaryState boundary;
};

// Throws Error (bad_input) for whatever is wrong with the files that the options name.
Simulation load_simulation(const SimulationOptions& options);

// Throws Error (bad_input) unless a file of that name can be written: before a long run, not after it. Writes nothing.
void require_writable(const std::string& path);

}  // namespace undine
