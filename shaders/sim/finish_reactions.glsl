// The impulse of the water on each solid in this step, and its moment about the solid's centre, from the sums over groups
// of particles: what the solid gave them, with the opposite sign. A displacement Δx within a step is a momentum m Δx / Δt.
#include "sim/living.glsl"
#include "sim/reactions.glsl"

PBF_PASS finish_reactions(uint k) {
    uint first = k * reaction_groups(params.particle_capacity);
    uint end = first + reaction_groups(living_particles());
    vec3 moved = vec3(0.0f, 0.0f, 0.0f);
    vec3 turned = vec3(0.0f, 0.0f, 0.0f);
    for (uint g = first; g < end; ++g) {
        moved = moved + vec3(reaction_group_sum[2u * g]);
        turned = turned + vec3(reaction_group_sum[2u * g + 1u]);
    }
    float impulse = -params.particle_mass * params.inv_dt;
    reaction[2u * k] = vec4(impulse * moved, 0.0f);
    reaction[2u * k + 1u] = vec4(impulse * turned, 0.0f);
}
