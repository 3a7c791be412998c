// Births in a block of the fluid's particles.
#include "sim/diffuse.glsl"
#include "sim/living.glsl"

PBF_PASS count_births(uint b) {
    uint end = min((b + 1u) * PBF_BIRTH_BLOCK, living_particles());
    uint births = 0u;
    for (uint i = b * PBF_BIRTH_BLOCK; i < end; ++i) births += whole_births(potential[i]);
    diffuse_sum[slot_blocks() + b] = births;
}
