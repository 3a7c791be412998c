// cuda_threads.cpp once more, compiled to round a·b + c once (tests/CMakeLists.txt). Names are others, so that the
// linker does not take the one's code for the other's.
#define cuda cuda_fused
#define run_cuda_threads run_fused_threads
#define fill_by_cuda_threads fill_by_fused_threads
#define cuda_layout fused_layout
#include "cuda/cuda_threads.cpp"

bool undine::testing::fused_threads_run_here() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma");
#elif defined(__FP_FAST_FMAF)
    return true;
#else
    return false;
#endif
}
