#include "app/simulation.h"

#include <cstdio>
#include <optional>

#include "app/progress.h"
#include "io/scene_boundary.h"
#include "scene/cautions.h"
#include "scene/sampling.h"
#include "solver/floating_bodies.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

// A progress bar for a file that takes long to read.
ReadProgress bar_of(std::optional<Progress>& bar) {
    return [&bar](uint64_t done, uint64_t total) {
        if (!bar) bar.emplace("reading particle", total);
        bar->update(done);
    };
}

}  // namespace

void require_inside_tank(const ParticleState& state, const Parameters& p, const std::string& source) {
    if (p.walls == WallModel::none) return;
    const float slack = 1e-4f * p.support_radius;  // rounding of a saved state
    size_t outside = 0;
    for (const auto& x : state.position)
        for (uint32_t axis = 0; axis < p.dimensions; ++axis)
            if (x[axis] < p.tank_min[axis] - slack || x[axis] > p.tank_max[axis] + slack) {
                ++outside;
                break;
            }
    if (outside > 0)
        throw Error(Exit::bad_input, source + ": " + std::to_string(outside) + " of " + std::to_string(state.size()) +
                                         " particles are outside the tank; move them, or set walls = \"none\"");
}

fs::path program_directory() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

std::vector<fs::path> scene_directories() {
    const fs::path program = program_directory();
    return {program / "scenes", program / "../share/undine/scenes", fs::path(UNDINE_SOURCE_DIR) / "assets/scenes"};
}

Simulation load_simulation(const SimulationOptions& o) {
    const auto directories = scene_directories();
    const FluidBoxes boxes = o.initial.empty() ? FluidBoxes::required : FluidBoxes::optional;
    Scene scene = o.scene_text ? read_scene(*o.scene_text, o.scene, o.overrides, boxes)
                               : load_scene(o.scene, directories, o.overrides, boxes);
    if (!o.boundary.empty()) scene.boundary_file = o.boundary;
    for (const std::string& caution : cautions_of(scene))
        std::fprintf(stderr, "undine: %s: %s.\n", path_text(scene.source).c_str(), caution.c_str());
    return fill_scene(std::move(scene), o.initial);
}

Simulation fill_scene(Scene scene, const std::string& initial, bool bar) {
    Simulation sim{.scene = std::move(scene)};
    const std::string& file = initial.empty() ? sim.scene.initial_file : initial;
    std::optional<Progress> fluid, boundary;
    const auto reading = [&](std::optional<Progress>& shown) { return bar ? bar_of(shown) : ReadProgress(); };
    if (file.empty()) {
        sim.initial = sample_fluid(sim.scene);
    } else {
        sim.initial = read_particles(file, &sim.start, reading(fluid));
        fluid.reset();
        if (sim.initial.size() == 0 && sim.scene.emitters.empty())
            throw Error(Exit::bad_input, file + ": holds no particles; expected at least one");
        if (!initial.empty() && sim.start.steps > 0 && FloatingBodies::any(sim.scene))
            throw Error(Exit::bad_input, file +
                                             ": a saved state does not hold how floating solids move; expected a "
                                             "state of a scene without any, or a scene saved by the viewer");
        require_inside_tank(sim.initial, sim.scene.parameters, file);
    }
    sim.boundary = make_boundary(sim.scene, reading(boundary));
    return sim;
}

}  // namespace undine
