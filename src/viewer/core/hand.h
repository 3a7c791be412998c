// How fast the pointer pulls the water, in the scene's time.
#pragma once
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <optional>

namespace undine {

// Steps see the hand only in frames that have any: it moved there from where it was in the last such frame, in the time
// that these steps simulate.
class Hand {
  public:
    void let_go() { last_.reset(); }

    // Its velocity in m/s in a frame that simulates `simulated` s with the hand at `at`; at most `fastest` m/s, because
    // in a frame that took long the pointer jumps, which would tear the water apart.
    glm::vec3 velocity(const glm::vec3& at, float simulated, float fastest) {
        if (simulated <= 0) return glm::vec3(0);
        const glm::vec3 moved = last_ ? (at - *last_) / simulated : glm::vec3(0);
        last_ = at;
        const float speed = glm::length(moved);
        return speed > fastest ? moved * (fastest / speed) : moved;
    }

  private:
    std::optional<glm::vec3> last_;  // m: where it was in the last frame with steps
};

}  // namespace undine
