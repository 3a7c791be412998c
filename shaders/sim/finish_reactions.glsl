// What each solid that floats feels of the water in this step: −Σ m Δx/dt of all that it moved, and the moment of that about
// its centre, from the sums of join_reactions. Both are times s = M/(M + N m), its share of the mass that was in contact, M
// its own, N m the mass of the particles that it touched: what a collision with so much water leaves of what an immovable
// body would have given it. Element k: a solid.
#include "sim/living.glsl"
#include "sim/reactions.glsl"

PBF_PASS finish_reactions(uint k) {
    uint first = k * reaction_groups(params.particle_capacity);
    uint end = first + reaction_groups(living_particles());
    vec4 moved = vec4(0.0f, 0.0f, 0.0f, 0.0f);
    vec3 turned = vec3(0.0f, 0.0f, 0.0f);
    for (uint g = first; g < end; ++g) {
        moved = moved + reaction_group_sum[2u * g];
        turned = turned + vec3(reaction_group_sum[2u * g + 1u]);
    }
    float mass = solid[params.plane_count + PBF_SOLID_SIZE * k + 3u].w;
    float share = mass > 0.0f ? mass / (mass + params.particle_mass * moved.w) : 1.0f;
    float impulse = -share * params.particle_mass * params.inv_dt;
    reaction[2u * k] = vec4(impulse * vec3(moved), share);
    reaction[2u * k + 1u] = vec4(impulse * turned, 0.0f);
}
