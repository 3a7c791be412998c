#include "physics/simulation.h"

#include <algorithm>
#include <cstring>

#include "io/scene_boundary.h"
#include "scene/parameter_style.h"
#include "scene/sampling.h"
#include "test_paths.h"

namespace undine::testing {

Simulation::Simulation(const Scene& scene, std::unique_ptr<Backend> backend)
    : Simulation(scene, sample_fluid(scene), std::move(backend)) {}

Simulation::Simulation(const Scene& scene, const ParticleState& initial, std::unique_ptr<Backend> backend)
    : scene(scene), solver(scene, initial, make_boundary(scene), std::move(backend)) {}

void Simulation::run(int steps) {
    for (int k = 0; k < steps; ++k) solver.step();
}

Statistics Simulation::statistics() {
    const ParticleState state = solver.state();
    return measure_statistics(state, solver.measure(), solver.params());
}

Scene asset_scene(const std::string& name, const std::vector<std::string>& overrides) {
    const std::filesystem::path directories[] = {scenes_path()};
    return load_scene(name, directories, overrides);
}

Parameters only_pressure() {
    Parameters p;
    apply_style(p, "classic", "test");
    p.gravity = {0, 0, 0};
    p.scorr_k = 0;
    p.xsph_c = 0;
    p.max_speed = 0;
    p.walls = WallModel::none;
    return p;
}

Scene scene_with(const Parameters& parameters, const FluidBox& fluid) {
    Scene scene;
    scene.source = "test";
    scene.parameters = parameters;
    scene.fluids = {fluid};
    return scene;
}

bool same_bytes(const ParticleState& a, const ParticleState& b) {
    const auto same = [](const auto& x, const auto& y) {
        return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
    };
    return same(a.position, b.position) && same(a.velocity, b.velocity) && same(a.density, b.density) &&
           same(a.lambda, b.lambda) && same(a.pressure, b.pressure) && same(a.id, b.id);
}

double mean_error(const ParticleState& state, double rest_density) {
    double sum = 0;
    for (float density : state.density) sum += std::max(density / rest_density - 1, 0.0);
    return sum / static_cast<double>(state.size());
}

}  // namespace undine::testing
