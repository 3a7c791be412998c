// A camera that walks: it looks around from where it stands and moves the way it looks. Plain geometry, no window.
#pragma once
#include <glm/vec2.hpp>

#include "render/camera/camera.h"
#include "render/look/surroundings.h"

namespace undine {

class WalkCamera {
  public:
    // Stands where `start` is and looks the same way; not for 2D. The eye stays above the floor of a tank, unless it
    // starts below.
    WalkCamera(const Camera& start, const Surroundings& surroundings);

    // The start itself until the camera has been moved; then the target lies ahead, as far as the start's was, or where
    // the view meets the floor if that is nearer.
    Camera camera() const;
    bool moved() const { return moved_; }

    // A drag, in heights of the picture, x to the right and y down: the view turns with it.
    void look(const glm::vec2& drag);

    // Moves for `seconds`. way: right, up, and horizontally ahead, each 1, 0 or -1. hurry: faster.
    void move(const glm::vec3& way, float seconds, bool hurry);

  private:
    glm::vec3 back() const;

    Camera start_;
    bool moved_ = false;
    glm::vec3 eye_;
    float distance_, fov_degrees_;  // m, degrees
    float azimuth_, elevation_;     // rad, of back(); 0, 0: it looks along -z
    float size_;                    // m: diagonal of the tank
    float floor_ = 0;               // m
    bool has_floor_ = false;
};

}  // namespace undine
