// Two blocks of water that crash into each other: what spray, foam and bubbles come of.
#pragma once
#include "scene/particles.h"
#include "scene/scene.h"

namespace undine::testing {

// An empty tank in two or three dimensions; with `classic` parameters, by which particles are where their neighbours
// were found.
Scene crash(uint32_t dimensions);

// At the ends of that tank, 1,152 particles or 144.
ParticleState towards_each_other(const Scene& scene);

}  // namespace undine::testing
