// The colour maps as the shaders know them.
#pragma once
#include <cstdint>
#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include "render/particles/coloring.h"

namespace undine {

namespace color_map {
using glm::clamp;
using glm::min;
using glm::mix;
using glm::vec3;
using uint = uint32_t;
#include "render/color_map.glsl"
}  // namespace color_map

// Encoded as sRGB, 0 … 1. t: 0 … 1 over the range, clamped.
inline glm::vec3 map_color(ColorMap map, float t) { return color_map::map_color(static_cast<uint32_t>(map), t); }

}  // namespace undine
