// The pass bodies as C++ (for CUDA: backends/cuda/device_view.h): a non-owning view of one backend's arrays, whose
// members have the names that the bodies use. KERNEL and NEIGHBORS are the compile-time choices of Variant.
#pragma once
#include <bit>
#include <cstdint>
#include <glm/glm.hpp>

namespace undine {

using uint = uint32_t;
using glm::clamp;
using glm::cross;
using glm::floor;
using glm::ivec3;
using glm::length;
using glm::max;
using glm::min;
using glm::sqrt;
using glm::uvec2;
using glm::uvec4;
using glm::vec3;
using glm::vec4;

inline float uintBitsToFloat(uint u) { return std::bit_cast<float>(u); }
inline uint floatBitsToUint(float f) { return std::bit_cast<uint>(f); }

#include "sim/language.glsl"

#include "sim/fluid_params.glsl"

template <uint KERNEL, uint NEIGHBORS>
struct FluidView {
#define FIELD(type, name, ...) type* __restrict name;
#include "sim/fields.def"
#undef FIELD
    FluidParams params;

#include "sim/convergence.glsl"

#include "pass_bodies.inc"
};

}  // namespace undine
