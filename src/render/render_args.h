// RenderArgs as the shaders declare it.
#pragma once
#include <cstdint>
#include <glm/vec4.hpp>

namespace undine {

namespace render_args {
using glm::vec4;
using uint = uint32_t;
#include "render/render_args.glsl"
}  // namespace render_args
using render_args::LightView;
using render_args::RenderArgs;

static_assert(sizeof(RenderArgs) == 3 * 64 + (12 + RENDER_MOST_PLANES) * 16 + 5 * 16,
              "RenderArgs must have std140's layout");

}  // namespace undine
