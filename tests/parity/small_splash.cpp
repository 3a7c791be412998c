#include "parity/small_splash.h"

#include "scene/sampling.h"

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

}  // namespace undine::testing
