// Numbers of the choices that pass bodies are compiled for, in every language: KERNEL and NEIGHBORS.
#ifndef PBF_CHOICES
#define PBF_CHOICES

#define PBF_KERNEL_POLY6_SPIKY 0u
#define PBF_KERNEL_CUBIC_SPLINE 1u
#define PBF_NEIGHBORS_LIST 0u
#define PBF_NEIGHBORS_GRID 1u

#endif
