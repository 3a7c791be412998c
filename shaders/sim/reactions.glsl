// How the particles are divided for the sums of what solids took from the water.
#ifndef PBF_REACTIONS
#define PBF_REACTIONS

PBF_FN uint reaction_groups(uint particles) { return (particles + PBF_REACTION_GROUP - 1u) / PBF_REACTION_GROUP; }

#endif
