#include "parity/small_splash.h"

#include <gtest/gtest.h>

#include "io/scene_boundary.h"
#include "scene/parameter_style.h"
#include "scene/parameter_table.h"
#include "scene/sampling.h"
#include "solver/solver.h"
#include "unit/meshes.h"

namespace undine::testing {

Scene small_splash(std::span<const Setting> settings) {
    Scene scene = parse_scene(R"(
        dt = 0.004
        tank_max = [1.3, 1, 0.55]
        [[fluid]]
        min = [0, 0, 0]
        max = [0.55, 0.55, 0.5]
        velocity = [1.5, -0.5, 0.2]
        [[fluid]]
        min = [0.9, 0.3, 0.1]
        max = [1.1, 0.45, 0.3]
    )",
                              "small_splash");
    apply_style(scene.parameters, "classic", "small_splash");
    for (auto [key, text] : settings) set_parameter(scene.parameters, key, text, "small_splash");
    if (scene.parameters.dimensions == 2)
        for (FluidBox& box : scene.fluids) box.velocity.z = 0;
    return scene;
}

ParticleState shaken_fluid(const Scene& scene) {
    ParticleState state = sample_fluid(scene);
    const Parameters& p = scene.parameters;
    uint32_t seed = 12345;
    auto next = [&] {
        seed = seed * 1664525u + 1013904223u;
        return float(seed >> 8) / float(1u << 24) - 0.5f;
    };
    for (auto& x : state.position)
        for (uint32_t axis = 0; axis < p.dimensions; ++axis) x[axis] += 0.2f * p.particle_spacing * next();
    for (auto& v : state.velocity)
        for (uint32_t axis = 0; axis < p.dimensions; ++axis) v[axis] += next();
    return state;
}

ParticleState state_after(int steps, std::span<const Setting> settings, std::unique_ptr<Backend> backend) {
    const Scene scene = small_splash(settings);
    Solver solver(scene, shaken_fluid(scene), make_boundary(scene), std::move(backend));
    for (int step = 0; step < steps; ++step) solver.step();
    EXPECT_TRUE(solver.backend().guards_intact());
    return solver.state();
}

Scene with_traffic(Scene scene) {
    const bool flat = scene.parameters.dimensions == 2;
    const float z = flat ? 0.0f : 0.25f;
    scene.parameters.particle_capacity = flat ? 141 : 1281;
    scene.emitters = {{.center = {1.1f, 0.8f, z}, .radius = 0.1f, .velocity = {-12, -5, 0}},
                      {.center = {0.7f, 0.8f, z}, .radius = 0.1f, .velocity = {0, -60, 0}, .rate = 2000}};
    scene.sinks = {{.min = {0.05f, 0.05f, 0.05f}, .max = {0.2f, 0.2f, 0.3f}},
                   {.shape = Sink::Shape::half_space, .normal = {-1, 0, 0}, .offset = -1.05f}};
    return scene;
}

Scene with_solids(Scene scene) {
    const bool flat = scene.parameters.dimensions == 2;
    const float z = flat ? 0.0f : 0.25f;
    scene.solids = {
        {.center = {0.3f, 0.2f, z}, .rotation = {0, flat ? 0.0f : 25.0f, 40}, .half_size = {0.1f, 0.07f, 0.12f}},
        {.center = {0.66f, 0.2f, z}, .radius = 0.1f, .amplitude = {-0.1f, 0, 0}, .period = 1},
        {.center = {0.98f, 0.4f, z}, .half_size = {0, 0.1f, 0}, .radius = 0.045f, .spin = {0, 0, 300}}};
    if (!flat) {
        scene.solids.push_back({.center = {0.45f, 0.35f, 0.3f}, .spin = {100, 0, 50}});
        scene.solids.back().mesh = solid_mesh(spiky_ball(0.3, 6), 0.11);
    }
    return scene;
}

}  // namespace undine::testing
