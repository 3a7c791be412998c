// What the renderer knows of a fluid: device buffers, read in place.
#pragma once
#include <cstdint>

#include "gpu/buffer.h"

namespace undine {

struct ParticleView {
    BufferRange position, velocity;  // vec4 each (fields.def); storage buffers
    BufferRange ellipsoid;           // three vec4 each; no bytes if they are drawn as spheres
    BufferRange value;               // what their colour shows: elements of the colouring's field; for water: id
    uint32_t count = 0;
    BufferRange population;  // how many of them live (shaders/sim/population.glsl); no bytes: all
    BufferRange diffuse_position, diffuse_velocity;  // of spray, foam and bubbles, vec4 each; no bytes: there are none
    uint32_t diffuse_count = 0;                      // slots, living or not
    float radius = 0;                                // of a drawn particle, m
};

}  // namespace undine
