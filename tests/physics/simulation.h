// What the physics tests share: a scene with its solver, and scenes in which only the pressure acts.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "measure/statistics.h"
#include "scene/scene.h"
#include "solver/solver.h"

namespace undine::testing {

inline constexpr double kGravity = 9.81;  // m/s², that of scenes by default

struct Simulation {
    // Fills the scene's boxes and makes its boundary.
    Simulation(const Scene& scene, std::unique_ptr<Backend> backend);
    // Starts from a state.
    Simulation(const Scene& scene, const ParticleState& initial, std::unique_ptr<Backend> backend);

    void run(int steps);
    Statistics statistics();

    Scene scene;
    Solver solver;
};

// A scene of assets/scenes.
Scene asset_scene(const std::string& name, const std::vector<std::string>& overrides = {});

// No gravity, no walls, no s_corr, no XSPH, no speed limit.
Parameters only_pressure();

Scene scene_with(const Parameters& parameters, const FluidBox& fluid = {});

// The arrays of a solver as they are after a step or a measurement, in its order.
template <class T>
std::vector<T> download(Solver& solver, Field field) {
    std::vector<T> data(element_count(field, solver.extents()));
    solver.backend().download(field, data.data(), data.size() * sizeof(T));
    return data;
}

// Position, velocity, density and lambda of every particle: the bytes that determinism is about.
bool same_bytes(const ParticleState& a, const ParticleState& b);

// Mean of max(C, 0) over the densities of a state.
double mean_error(const ParticleState& state, double rest_density);

}  // namespace undine::testing
