// Spray, foam and bubbles on the host (shaders/sim/diffuse.glsl): the order of their passes, their state, their counts.
#pragma once
#include <cstdint>
#include <vector>

#include "scene/particles.h"
#include "solver/backend.h"
#include "solver/shader_types.h"

namespace undine {

// The array `diffuse_population`.
struct DiffusePopulation {
    uint32_t living = 0;
    uint32_t created = 0;      // since the start; the next id
    uint32_t turned_away = 0;  // since the start, for want of room
    uint32_t admitted = 0;     // in the last step
    uint32_t steps = 0;        // since the start
    bool operator==(const DiffusePopulation&) const = default;
};

// All slots, for a run that goes on; empty: the scene has none.
struct SavedDiffuse {
    std::vector<vec4> position, velocity;
    std::vector<uvec2> id;
    DiffusePopulation population;
};

// Records a step's births and motions, after the fluid's own passes.
void step_diffuse(Backend& backend, const FluidParams& params);

// None lives.
void clear_diffuse(Backend& backend);

// These wait for the device.
SavedDiffuse save_diffuse(Backend& backend, const Extents& extents);
void restore_diffuse(Backend& backend, const SavedDiffuse& saved);
DiffusePopulation diffuse_population(Backend& backend);
DiffuseState diffuse_state(Backend& backend, const Extents& extents);

}  // namespace undine
