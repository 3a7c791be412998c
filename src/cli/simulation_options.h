// The options by which commands name a simulation.
#pragma once
#include "app/simulation_options.h"

namespace CLI {
class App;
}

namespace undine {

// The scene is required unless `options` already names one.
void add_simulation_options(CLI::App& command, SimulationOptions& options);
// The same without --backend.
void add_scene_options(CLI::App& command, SimulationOptions& options);

// --from, whose manifest main() has put in its place.
void add_from_option(CLI::App& command, std::string& from);

}  // namespace undine
