#include "physics/crash.h"

#include "scene/parameter_style.h"

namespace undine::testing {

Scene crash(uint32_t dimensions) {
    Scene scene;
    scene.source = "test";
    Parameters& p = scene.parameters;
    apply_style(p, "classic", "test");
    p.dimensions = dimensions;
    p.tank_max = {1.2f, 1, 0.4f};
    p.diffuse_capacity = 20'000;
    p.trapped_air_rate = 1e6f * (dimensions == 2 ? 0.05f : 1);
    p.crest_rate = p.trapped_air_rate;
    p.trapped_air_min = 0.3f;
    p.trapped_air_max = 2;
    p.crest_min = 2;
    p.crest_max = 10;
    p.foam_lifetime_min = 0.05f;
    p.foam_lifetime_max = 0.5f;
    p.spray_drag = 2;
    return scene;
}

ParticleState towards_each_other(const Scene& scene) {
    const Parameters& p = scene.parameters;
    const float d = p.particle_spacing;
    const int deep = p.dimensions == 3 ? 8 : 1;
    ParticleState state;
    for (int x = 0; x < 24; ++x)
        for (int y = 0; y < 8; ++y)
            for (int z = 0; z < deep; ++z) {
                if (x >= 9 && x < 15) continue;
                const float shake = 0.1f * d * static_cast<float>((7 * x + 5 * y + 3 * z) % 11 - 5) / 5;
                state.position.emplace_back((float(x) + 0.5f) * d + shake, (float(y) + 0.5f) * d - shake,
                                            deep == 1 ? 0 : (float(z) + 0.5f) * d + shake);
                state.velocity.emplace_back(x < 12 ? 3.0f : -3.0f, x < 12 ? 0.5f : 1.5f, 0.0f);
            }
    const size_t count = state.position.size();
    state.resize(count);
    for (size_t k = 0; k < count; ++k) state.id[k] = static_cast<uint32_t>(2 * k + 3);
    return state;
}

}  // namespace undine::testing
