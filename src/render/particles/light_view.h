// Orthographic views from the lights, fitted to the tank: their maps do not move with the fluid.
#pragma once
#include "render/camera/camera.h"
#include "render/render_args.h"

namespace undine {

inline constexpr uint32_t kSunMapSize = 1024, kSkyMapSize = 192, kSunThicknessSize = 512, kWaterLightSize = 384,
                          kMeshShadowSize = 1024;  // texels along an edge

// A view from direction `toward` (unit length) of the whole box and `margin` metres around it.
LightView fit_light(const Box& box, const glm::vec3& toward, float margin, uint32_t map_size);

}  // namespace undine
