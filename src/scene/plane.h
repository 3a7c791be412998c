// A solid half space.
#pragma once
#include <glm/vec3.hpp>

namespace undine {

// Fluid stays where dot(normal, x) >= offset.
struct Plane {
    glm::vec3 normal{0, 1, 0};  // unit length
    float offset = 0;           // m
};

}  // namespace undine
