// Values of the compile-time choices KERNEL, NEIGHBORS and SOLID_TRAITS of the pass bodies, in every language.
#ifndef PBF_CHOICES
#define PBF_CHOICES

#define PBF_KERNEL_POLY6_SPIKY 0u
#define PBF_KERNEL_CUBIC_SPLINE 1u
#define PBF_NEIGHBORS_LIST 0u
#define PBF_NEIGHBORS_GRID 1u

// What the solids of a scene are and do. SOLID_TRAITS is the union; a pass that knows it while it is compiled leaves out
// what none of them needs. Drivers for CPUs go through every branch that they cannot rule out, whether taken or not.
#define PBF_SOLIDS_ROUND 1u       // some have a radius
#define PBF_SOLIDS_BOXES 2u       // some have sharp edges
#define PBF_SOLIDS_MESHES 4u
#define PBF_SOLIDS_FRICTION 8u    // particles rub on them, or on planes
#define PBF_SOLIDS_REACTIONS 16u  // what they take from the water is summed
#define PBF_SOLIDS_THIN 32u       // particles could pass through some of them within a step
#define PBF_SOLIDS_ANY 63u

#endif
