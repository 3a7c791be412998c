// Where a scene is looked at from.
#pragma once
#include <glm/vec3.hpp>

namespace undine {

struct Camera {
    glm::vec3 eye{0}, target{0};  // m
    float fov_degrees = 45;       // vertical
    bool given = false;           // false: the scene has none and the viewer frames the tank
    bool operator==(const Camera&) const = default;
};

}  // namespace undine
