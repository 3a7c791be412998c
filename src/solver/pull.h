// A spring that pulls the particles near a point towards it, as a hand in the water would.
#pragma once
#include <glm/vec3.hpp>

namespace undine {

struct Pull {
    glm::vec3 target{0};    // m; in 2D its z is ignored
    glm::vec3 velocity{0};  // m/s, of the target
    float radius = 0;       // m, the reach of the spring; 0: no pull
    float stiffness = 0;    // 1/s², k; the spring is critically damped
};

}  // namespace undine
