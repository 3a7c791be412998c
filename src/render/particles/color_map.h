// The colour maps of the shaders, on the host.
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

// The colour, encoded as sRGB, 0 … 1. t: position in the range, clamped to 0 … 1.
inline glm::vec3 map_color(ColorMap map, float t) { return color_map::map_color(static_cast<uint32_t>(map), t); }

}  // namespace undine
