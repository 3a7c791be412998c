// How what host and kernels share lies in memory, as numbers: nvcc's are held against the C++ compiler's by a test.
#pragma once
#include <array>
#include <cstddef>

namespace undine::cuda {

// Sizes, then offsets in FluidParams: of its ends and wherever the type changes. Both compilers read the members
// between from the same lines.
template <class FluidParams, class Vec4, class Uvec2, class Uvec4>
constexpr std::array<size_t, 10> layout_of() {
    return {sizeof(Vec4),
            sizeof(Uvec2),
            sizeof(Uvec4),
            sizeof(FluidParams),
            offsetof(FluidParams, grid_dims),
            offsetof(FluidParams, pull_target),
            offsetof(FluidParams, planes),
            offsetof(FluidParams, dt),
            offsetof(FluidParams, scorr_n),
            offsetof(FluidParams, pull_rate)};
}

}  // namespace undine::cuda
