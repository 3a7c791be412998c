// What commands and the viewer simulate: the files that options name, read and checked.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "app/simulation_options.h"
#include "io/ply.h"
#include "scene/scene.h"

namespace undine {

// Everything a Solver needs but the backend.
struct Simulation {
    Scene scene;
    ParticleState initial;
    BoundaryState boundary;
    StateTime start;  // time of `initial`: not 0 if a previous run saved it
};

// Throws Error (bad_input) for whatever is wrong with the files that the options name.
Simulation load_simulation(const SimulationOptions& options);

// Fills a valid scene with particles: from the PLY file `initial`; if that is empty, from the scene's own file; if the
// scene names none, from its boxes. On a terminal, `bar` shows how far a large file is read. Throws Error (bad_input).
Simulation fill_scene(Scene scene, const std::string& initial, bool bar = true);

// Throws Error(bad_input), whose sentence begins with `source`, if any particle is outside the tank's walls.
void require_inside_tank(const ParticleState& state, const Parameters& parameters, const std::string& source);

// The folder of the running program.
std::filesystem::path program_directory();

// The folders searched for scenes by name, in this order: beside the program, where an installation has them, and in
// the source tree it was built from.
std::vector<std::filesystem::path> scene_directories();

}  // namespace undine
