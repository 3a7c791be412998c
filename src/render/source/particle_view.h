// What the renderer knows of a fluid: device buffers, read in place.
#pragma once
#include <cstdint>

#include "gpu/buffer.h"

namespace undine {

struct ParticleView {
    BufferRange position, velocity;  // vec4 each (fields.def); storage buffers
    BufferRange ellipsoid;           // three vec4 each; no bytes where they are drawn as spheres
    BufferRange value;               // what their colour says: elements of its colouring's field; of water: id
    uint32_t count = 0;
    BufferRange population;  // of which so many live (shaders/sim/population.glsl); no bytes: all do
    float radius = 0;        // m
};

}  // namespace undine
