// The memory layout of what host and kernels share, as numbers; a test compares nvcc's with the C++ compiler's.
#pragma once
#include <array>
#include <cstddef>

namespace undine::cuda {

// The offset of each member of FluidParams, then the sizes of the types.
template <class FluidParams, class Vec4, class Uvec2, class Uvec4>
constexpr auto layout_of() {
    constexpr size_t kLayout[] = {
#define PARAM(type, name, ...) offsetof(FluidParams, name),
#include "sim/fluid_params.def"
#undef PARAM
        sizeof(FluidParams), sizeof(Vec4), sizeof(Uvec2), sizeof(Uvec4)};
    return std::to_array(kLayout);
}

}  // namespace undine::cuda
