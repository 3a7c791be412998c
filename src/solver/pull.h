// A spring that draws the particles near a point towards it: a hand in the water.
#pragma once
#include <glm/vec3.hpp>

namespace undine {

struct Pull {
    glm::vec3 target{0};    // m; in 2D its z counts for nothing
    glm::vec3 velocity{0};  // m/s: of the target
    float radius = 0;       // m: its reach; 0: no pull
    float stiffness = 0;    // 1/s²: k; damped critically
};

}  // namespace undine
