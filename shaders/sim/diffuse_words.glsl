// What hosts read of diffuse particles too (diffuse.glsl): the words of their counts, and the kinds.
#ifndef PBF_DIFFUSE_WORDS
#define PBF_DIFFUSE_WORDS

// Words of `diffuse_population`.
#define DIFFUSE_LIVING 0u
#define DIFFUSE_CREATED 1u      // since the start; the next one's id
#define DIFFUSE_TURNED_AWAY 2u  // since the start: no slot was free
#define DIFFUSE_ADMITTED 3u     // in the last step
#define DIFFUSE_STEPS 4u        // since the start
#define DIFFUSE_WORDS 5

// What a diffuse particle is follows from how much water is around it (wetness.glsl); drops of a few particles do not hold
// foam. [Ihmsen12] counts neighbours, fewer than 6 and more than 20 of some 35.
#define PBF_SPRAY_BELOW 0.5f
#define PBF_BUBBLE_ABOVE 0.9f

#endif
