// The scene of the parity tests: 1,234-odd particles, a count that no workgroup size divides, splashing into a
// corner.
#pragma once
#include <memory>
#include <span>
#include <utility>

#include "scene/particles.h"
#include "scene/scene.h"

namespace undine {
class Backend;
}

namespace undine::testing {

using Setting = std::pair<const char*, const char*>;  // key, value

Scene small_splash(std::span<const Setting> settings = {});

// Its particles. A lattice has pairs at exactly r = h and no vorticity gradient: shaken, the same way every time.
ParticleState shaken_fluid(const Scene& scene);

// What some steps of it leave on a backend, whose guards are intact.
ParticleState state_after(int steps, std::span<const Setting> settings, std::unique_ptr<Backend> backend);

// The scene with some particles that arrive and some that are drained in each step, at both ends of the grid; the
// arrays fill up.
Scene with_traffic(Scene scene);

// With solids in the water and in its way: one still, one on its way into it, one turning, and a turning mesh.
Scene with_solids(Scene scene);

}  // namespace undine::testing
