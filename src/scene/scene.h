// A scene: parameters, where the fluid starts, what it meets and where the camera stands. Read from TOML.
#pragma once
#include <filesystem>
#include <glm/vec3.hpp>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/parameters.h"
#include "scene/solid.h"

namespace undine {

// A box of fluid, filled with a lattice of particles (scene/sampling.h). In 2D the z components are not read.
struct FluidBox {
    glm::vec3 min{0}, max{0};  // m, min < max on every axis
    glm::vec3 velocity{0};     // m/s
};

// Fluid stays where dot(normal, x) >= offset.
struct Plane {
    glm::vec3 normal{0, 1, 0};  // unit length
    float offset = 0;           // m
};

// Where particles come from: a lattice of places that moves with `velocity`; a particle starts where a place passes
// through the opening. In 2D the z components are not read.
struct Emitter {
    enum class Shape { disc, box } shape = Shape::disc;
    glm::vec3 center{0};       // m; disc: centre of the opening, which faces along the velocity
    float radius = 0;          // m; disc
    glm::vec3 min{0}, max{0};  // m; box: refilled whenever its particles have moved out
    glm::vec3 velocity{0};     // m/s, not 0; for a box, along one axis
    float spacing = 0;         // m between places; 0: particle_spacing
    float rate = 0;            // particles per second, spread evenly over the places; 0: as many as fit
    float from = 0;            // s, scene time; so is `until`
    float until = std::numeric_limits<float>::infinity();
};

// Removes the particles inside: a box, or the half space dot(normal, x) < offset.
struct Sink {
    enum class Shape { box, half_space } shape = Shape::box;
    glm::vec3 min{0}, max{0};  // m
    glm::vec3 normal{0};       // unit length
    float offset = 0;          // m
};

struct Camera {
    glm::vec3 eye{0}, target{0};  // m
    float fov_degrees = 45;       // vertical
    bool given = false;           // false: the scene has none and the viewer frames the tank
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
