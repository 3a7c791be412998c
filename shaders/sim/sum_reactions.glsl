// How far a solid has moved particles in this step, and the moment of that about the solid's centre, summed over a lane of a
// group of PBF_REACTION_GROUP particles: every PBF_REACTION_LANES-th of them, so that neighbouring invocations read
// neighbouring particles. Element e: lane e mod PBF_REACTION_LANES of a group of a solid. The order of the summands is
// fixed here and in what follows, so that the sum is the same every time. It is the sorted one, also of what avoid_solids
// did, which lies in the state's order: a state that was saved and restored has another, and must give the same sum.
#include "sim/living.glsl"
#include "sim/reactions.glsl"

PBF_PASS sum_reactions(uint e) {
    uint k = e / PBF_REACTION_LANES / reaction_groups(params.particle_capacity);
    uint group = e / PBF_REACTION_LANES % reaction_groups(params.particle_capacity);
    uint end = min((group + 1u) * PBF_REACTION_GROUP, living_particles());
    vec3 center = vec3(solid[params.plane_count + PBF_SOLID_SIZE * k]);
    vec3 moved = vec3(0.0f, 0.0f, 0.0f);
    vec3 turned = vec3(0.0f, 0.0f, 0.0f);
    float touching = 0.0f;
    for (uint i = group * PBF_REACTION_GROUP + e % PBF_REACTION_LANES; i < end; i += PBF_REACTION_LANES) {
        uint from = source[i];
        vec4 early = avoided[from];
        if (uint(early.w) == k + 1u) {
            moved = moved + vec3(early);
            turned = turned + cross(vec3(unsorted_predicted[from]) - center, vec3(early));
        }
        vec4 late = contact[i];
        if (uint(late.w) == k + 1u) {
            moved = moved + vec3(late);
            touching = touching + 1.0f;
            turned = turned + cross(vec3(predicted[i]) - center, vec3(late));
        }
    }
    reaction_sum[2u * e] = vec4(moved, touching);
    reaction_sum[2u * e + 1u] = vec4(turned, 0.0f);
}
