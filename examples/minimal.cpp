// A dam breaks, and a table says how far it has come: the library in forty lines.
//     cmake -S examples -B build/examples && cmake --build build/examples && build/examples/minimal
#include <undine/simulation.h>

#include <algorithm>
#include <cstdio>

int main() {
    using namespace undine::core;
    try {
        Scene scene;  // an empty tank of 1 m by 1 m by 1 m
        scene.set("particle_spacing", 0.04).set("support_radius", 0.08).set("tank_max", Vec3{2, 1, 0.4F});
        scene.add_fluid({0, 0, 0}, {0.4F, 0.8F, 0.4F});

        Simulation water(scene, {.backend = "cpu"});  // "vulkan" and "cuda" compute the same
        std::printf("%zu particles on %s\n   time   front  fastest\n", water.particle_count(), water.backend().c_str());
        for (int frame = 1; frame <= 5; ++frame) {
            while (water.time() < 0.1 * frame) water.step();
            float front = 0, fastest = 0;
            const MappedParticles particles = water.map();  // no copies: the CPU backend's own arrays
            for (const Vec4& x : particles.position) front = std::max(front, x[0]);
            for (const Vec4& v : particles.velocity) fastest = std::max(fastest, v[0]);
            std::printf("%5.2f s %5.2f m %4.1f m/s\n", water.time(), front, fastest);
        }
    } catch (const undine::Error& e) {
        std::fprintf(stderr, "minimal: %s\n", e.what());
        return static_cast<int>(e.code);
    }
}
