// The options that say what commands and the viewer simulate, and on what.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace undine {

struct SimulationOptions {
    std::string scene;
    std::optional<std::string> scene_text;  // taken in place of the file `scene`, which is then a path
    std::string backend = "vulkan";
    std::string initial, boundary;  // PLY files; empty: what the scene says
    std::vector<std::string> overrides;
    int threads = 0;
};

}  // namespace undine
