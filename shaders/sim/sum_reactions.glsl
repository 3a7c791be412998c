// Sums, over a block of PBF_REACTION_BLOCK particles, how far a solid has moved each in this step, and the moment of that
// about the solid's centre. Element e: block e / reaction_count of solid e mod reaction_count. One invocation adds up a
// block in the order of the particles, so that the sum is the same every time. What avoid_solids did is in the state's
// order, what came after it in sorted order; a sum needs neither to become the other.
#include "sim/living.glsl"

PBF_PASS sum_reactions(uint e) {
    uint k = e % params.reaction_count;
    uint first = e / params.reaction_count * PBF_REACTION_BLOCK;
    uint end = min(first + PBF_REACTION_BLOCK, living_particles());
    vec3 center = vec3(solid[params.plane_count + PBF_SOLID_SIZE * k]);
    vec3 moved = vec3(0.0f, 0.0f, 0.0f);
    vec3 turned = vec3(0.0f, 0.0f, 0.0f);
    for (uint i = first; i < end; ++i) {
        vec4 early = avoided[i];
        if (uint(early.w) == k + 1u) {
            moved = moved + vec3(early);
            turned = turned + cross(vec3(unsorted_predicted[i]) - center, vec3(early));
        }
        vec4 late = contact[i];
        if (uint(late.w) == k + 1u) {
            moved = moved + vec3(late);
            turned = turned + cross(vec3(predicted[i]) - center, vec3(late));
        }
    }
    reaction_sum[2u * e] = vec4(moved, 0.0f);
    reaction_sum[2u * e + 1u] = vec4(turned, 0.0f);
}
