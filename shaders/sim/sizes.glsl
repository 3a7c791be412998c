// Sizes of what lies in arrays, and the scales of packed numbers, in every language.
#ifndef PBF_SIZES
#define PBF_SIZES

#define PBF_MESH_SHARE 3.0518509e-5f  // 1/32767: of a number in `mesh_field`
#define PBF_MESH_STEEPEST 8.0f        // h |∫∇W| that it counts as 1; of both kernels it is at most 6
#define PBF_SOLID_SIZE 8u             // elements of a solid in `solid` (solid.glsl)
#define PBF_REACTION_GROUP 8192u      // particles of an element of join_reactions
#define PBF_REACTION_LANES 64u        // elements of sum_reactions that share a group
#define PBF_HEALTH_BLOCK 256u          // particles that one invocation of sum_health adds up
#define PBF_HEALTH_PARTS 64u           // in which their sums reach the host, 2.5 KiB
#define PBF_SLOT_BLOCK 64u             // slots of diffuse particles that one invocation of count_free counts
#define PBF_BIRTH_BLOCK 256u           // fluid particles whose births one invocation of count_births adds up
#define PBF_MOST_IN_RUN 4096u          // particles of a run of cells, or of a cell, that a particle meets (grid.glsl)
#define PBF_WALL_SAMPLES 2048u        // error of linear interpolation: 3e-6 of the velocity (2e-5 with 512)

#endif
