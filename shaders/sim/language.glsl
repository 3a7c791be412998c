// The only differences between the languages a pass body is compiled in: GLSL (Vulkan), C++ (CPU), CUDA.
// In C++ and CUDA a body is a member function of FluidView (src/solver/fluid_view.h; for CUDA, PBF_CUDA,
// src/backends/cuda/device_view.h), in GLSL a free function.
#ifndef PBF_LANGUAGE
#define PBF_LANGUAGE

#include "sim/choices.glsl"

#ifdef __cplusplus
  #define SOLID_TRAITS PBF_SOLIDS_ANY       // a branch not taken costs nothing here; in GLSL, see shader_source.cpp
  #ifdef __CUDACC__
    #define PBF_FN __device__ inline
    #define PBF_PASS __device__ inline void
  #else
    #define PBF_FN [[gnu::always_inline]] inline
    #define PBF_PASS [[gnu::always_inline]] inline void
  #endif
  #define PBF_INOUT(T) T&
  #define PBF_ALIGN16 alignas(16)
  #define PBF_PRECISE                       // the build sets -ffp-contract=off (CUDA: --fmad=false)
  #define TEXEL(array, k) array[k]          // of an array that is a texel buffer on a GPU, fields.def
  #define LIST_ORIGIN 0u                    // one window holds the whole neighbour list
  #ifdef PBF_CUDA
    #define LIST_SLOT(k, i) (size_t(k) * params.list_stride + (i))    // as on every GPU, but also beyond 2³² entries
  #else
    #define LIST_SLOT(k, i) (size_t(i) * params.list_capacity + (k))  // a CPU core walks one particle's list
  #endif
#else
  #define PBF_FN
  #define PBF_PASS void
  #define PBF_INOUT(T) inout T
  #define PBF_ALIGN16
  #define PBF_PRECISE precise
  #define TEXEL(array, k) texelFetch(array, int(k))
  #define LIST_ORIGIN dispatch.list_origin  // first particle of the bound window of the list
#endif

// The index of the k-th neighbour of particle i in the list: slot-major on a GPU, so that neighbouring invocations
// read neighbouring words.
#ifndef LIST_SLOT
#define LIST_SLOT(k, i) ((k) * params.list_stride + ((i) - LIST_ORIGIN))
#endif

#endif
