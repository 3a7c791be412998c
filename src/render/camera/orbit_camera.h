// A camera moved by hand: around a target, together with it, toward it. Plain geometry, no window.
#pragma once
#include <glm/vec2.hpp>

#include "render/camera/camera.h"
#include "render/look/surroundings.h"

namespace undine {

class OrbitCamera {
  public:
    // Starts at `home`; keeps the eye and the target above the floor of a tank, unless home is below it. In 2D
    // nothing turns: orbit() pans.
    OrbitCamera(const Camera& home, const Surroundings& surroundings);

    Camera camera() const;

    // drag: in heights of the picture, x to the right and y down. What is under the pointer follows it.
    void orbit(const glm::vec2& drag);
    void pan(const glm::vec2& drag);

    // turns: of the wheel; positive ones move nearer to the target.
    void zoom(float turns);

    // True until the camera has been moved.
    bool at_home() const { return at_home_; }

  private:
    glm::vec3 back() const;
    void keep_above_floor();

    glm::vec3 target_;
    float distance_, fov_degrees_;
    float azimuth_, elevation_;  // rad; 0, 0: the eye is on +z of the target
    float floor_ = 0;            // m
    bool has_floor_ = false, flat_ = false, at_home_ = true;
    float nearest_, farthest_;  // m, from the target
};

}  // namespace undine
