// The impulse of the water on each solid in this step, and its moment about the solid's centre, from the sums over blocks:
// what the solid gave the particles, with the opposite sign. A displacement Δx within a step is a momentum m Δx / Δt.
#include "sim/living.glsl"

PBF_PASS finish_reactions(uint k) {
    uint blocks = (living_particles() + PBF_REACTION_BLOCK - 1u) / PBF_REACTION_BLOCK;
    vec3 moved = vec3(0.0f, 0.0f, 0.0f);
    vec3 turned = vec3(0.0f, 0.0f, 0.0f);
    for (uint b = 0u; b < blocks; ++b) {
        uint e = b * params.reaction_count + k;
        moved = moved + vec3(reaction_sum[2u * e]);
        turned = turned + vec3(reaction_sum[2u * e + 1u]);
    }
    float impulse = -params.particle_mass * params.inv_dt;
    reaction[2u * k] = vec4(impulse * moved, 0.0f);
    reaction[2u * k + 1u] = vec4(impulse * turned, 0.0f);
}
