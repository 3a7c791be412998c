// How what host and kernels share lies in memory, as numbers: nvcc's are held against the C++ compiler's by a test.
#pragma once
#include <array>
#include <cstddef>

namespace undine::cuda {

// The offset of each member of FluidParams, then sizes.
template <class FluidParams, class Vec4, class Uvec2, class Uvec4>
constexpr auto layout_of() {
    constexpr size_t kLayout[] = {
#define PARAM(type, name, ...) offsetof(FluidParams, name),
#define PARAM_ARRAY PARAM
#include "sim/fluid_params.def"
#undef PARAM
#undef PARAM_ARRAY
        sizeof(FluidParams), sizeof(Vec4), sizeof(Uvec2), sizeof(Uvec4)};
    return std::to_array(kLayout);
}

}  // namespace undine::cuda
