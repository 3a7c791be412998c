// Values of the compile-time choices KERNEL and NEIGHBORS of the pass bodies, in every language.
#ifndef PBF_CHOICES
#define PBF_CHOICES

#define PBF_KERNEL_POLY6_SPIKY 0u
#define PBF_KERNEL_CUBIC_SPLINE 1u
#define PBF_NEIGHBORS_LIST 0u
#define PBF_NEIGHBORS_GRID 1u

#endif
