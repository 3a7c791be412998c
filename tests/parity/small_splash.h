// The scene of the parity tests: 1,234-odd particles, a count that no workgroup size divides, splashing into a
// corner.
#pragma once
#include <span>
#include <utility>

#include "scene/particles.h"
#include "scene/scene.h"

namespace undine::testing {

using Setting = std::pair<const char*, const char*>;  // key, value

Scene small_splash(std::span<const Setting> settings = {});

// Its particles. A lattice has pairs at exactly r = h and no vorticity gradient: shaken, the same way every time.
ParticleState shaken_fluid(const Scene& scene);

}  // namespace undine::testing
