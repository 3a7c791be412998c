// Vectors of the public interface, and GLM's.
#pragma once
#include <glm/vec3.hpp>

#include "undine/scene.h"

namespace undine::core {

inline Vec3 packed(const glm::vec3& v) { return {v.x, v.y, v.z}; }
inline glm::vec3 unpacked(const Vec3& v) { return {v[0], v[1], v[2]}; }

}  // namespace undine::core
