// The sums of sum_reactions over each group of particles, from those of its lanes. Element g: a group of a solid, in the
// order in which sum_reactions has them.
PBF_PASS join_reactions(uint g) {
    vec4 moved = vec4(0.0f, 0.0f, 0.0f, 0.0f);
    vec3 turned = vec3(0.0f, 0.0f, 0.0f);
    for (uint e = g * PBF_REACTION_LANES; e < (g + 1u) * PBF_REACTION_LANES; ++e) {
        moved = moved + reaction_sum[2u * e];
        turned = turned + vec3(reaction_sum[2u * e + 1u]);
    }
    reaction_group_sum[2u * g] = moved;
    reaction_group_sum[2u * g + 1u] = vec4(turned, 0.0f);
}
