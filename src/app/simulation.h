// What commands and the viewer simulate: the files that options name, read and checked.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "io/ply.h"
#include "scene/scene.h"

namespace undine {

struct SimulationOptions {
    std::string scene;
    std::string backend = "vulkan";
    std::string initial, boundary;  // PLY files; empty: what the scene says
    std::vector<std::string> overrides;
    int threads = 0;
};

// Everything a Solver needs but the backend.
struct Simulation {
    Scene scene;
    ParticleState initial;
    BoundaryState boundary;
    StateTime start;  // of `initial`: not 0 where it is the state of a run before
};

// Throws Error (bad_input) for whatever is wrong with the files that the options name.
Simulation load_simulation(const SimulationOptions& options);

// The particles of a valid scene: of the PLY file, where it is empty of the scene's file, and without one of its boxes.
// Throws Error (bad_input).
Simulation fill_scene(Scene scene, const std::string& initial);

// Where the program lies.
std::filesystem::path program_directory();

// Where scenes are looked for by name: beside the program where it is installed or carried, else the source tree it
// was built from.
std::vector<std::filesystem::path> scene_directories();

}  // namespace undine
