// GLSL's types and functions as C++, under the names that the pass bodies use, and language.glsl: what arrays and
// parameters consist of. No pass body is seen from here.
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

}  // namespace undine
