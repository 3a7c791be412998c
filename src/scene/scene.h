// A scene: parameters, where the fluid starts, what it meets and where the camera stands. Read from TOML.
#pragma once
#include <filesystem>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/camera.h"
#include "scene/emitter.h"
#include "scene/parameters.h"
#include "scene/plane.h"
#include "scene/probe.h"
#include "scene/solid.h"

namespace undine {

// A box of fluid, filled with a lattice of particles (scene/sampling.h). In 2D the z components are not read.
struct FluidBox {
    glm::vec3 min{0}, max{0};  // m, min < max on every axis
    glm::vec3 velocity{0};     // m/s
};

// Removes the particles inside: a box, or the half space dot(normal, x) < offset.
struct Sink {
    enum class Shape { box, half_space } shape = Shape::box;
    glm::vec3 min{0}, max{0};  // m
    glm::vec3 normal{0};       // unit length
    float offset = 0;          // m
};

struct Scene {
    std::string name;    // file name without .toml, printable
    std::string title;   // for display, printable; the name if the file has none
    std::string source;  // path of the file, for messages
    std::string text;    // of the file, as it was read
    Parameters parameters;
    std::vector<FluidBox> fluids;
    std::vector<Plane> planes;  // besides the tank's walls
    std::vector<Solid> solids;
    std::vector<Emitter> emitters;
    std::vector<Sink> sinks;
    std::vector<Probe> probes;
    std::string initial_file;   // PLY of the fluid at the start, in place of boxes; path as below; empty: the boxes
    std::string boundary_file;  // PLY of boundary particles, path relative to the working directory; empty: none
    Camera camera;
};

// Whether a scene must have boxes of fluid: a run that starts from a saved state needs none, and neither does a scene
// that names one as its `initial`.
enum class FluidBoxes { required, optional };

// Reads a scene, applies the overrides ("key=value", in order) and validates the result. `path_or_name` is a path
// when it has a '/' or ends in .toml; otherwise it names a scene in one of `directories`, the first that has it.
// Throws Error (bad_input; usage for an override without '='), naming file, line and key.
Scene load_scene(const std::string& path_or_name, std::span<const std::filesystem::path> directories,
                 std::span<const std::string> overrides = {}, FluidBoxes fluid = FluidBoxes::required);

// The same with the text of the file at `path`, which is not read.
Scene read_scene(std::string_view text, const std::string& path, std::span<const std::string> overrides = {},
                 FluidBoxes fluid = FluidBoxes::required);

// Names of the scenes in these directories, sorted, each once. A directory that does not exist has none.
std::vector<std::string> list_scenes(std::span<const std::filesystem::path> directories);

// Reads the text of a scene file; `source` is its path, used in messages and to resolve the paths inside. Every key
// and value is checked alone; validate() checks them together.
Scene parse_scene(std::string_view text, const std::string& source);

// m/s: solids that are faster pass water which cannot give way in time: half a support_radius per dt, or max_speed if
// that is less.
double greatest_speed_of_solids(const Parameters& parameters);

// Checks the scene as a whole: parameters, boxes against the tank, no z in 2D. Throws Error (bad_input).
void validate(const Scene&, FluidBoxes fluid = FluidBoxes::required);

}  // namespace undine
