#include "render/camera/orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace undine {
namespace {

using glm::vec2;
using glm::vec3;

constexpr float kDegree = 3.14159265f / 180;
constexpr float kSteepest = 89 * kDegree;  // looking straight down, a camera has no up
constexpr float kTurn = 180 * kDegree;     // by a drag over the height of the picture
constexpr float kZoom = 1.15f;             // ratio of the distances before and after one turn of the wheel

}  // namespace

OrbitCamera::OrbitCamera(const Camera& home, const Surroundings& s)
    : target_(home.target), fov_degrees_(home.fov_degrees), flat_(s.flat) {
    const vec3 arm = home.eye - home.target;
    distance_ = std::max(glm::length(arm), 1e-6f);
    azimuth_ = std::atan2(arm.x, arm.z);
    elevation_ = std::clamp(std::asin(std::clamp(arm.y / distance_, -1.0f, 1.0f)), -kSteepest, kSteepest);
    floor_ = s.tank.min.y;
    has_floor_ = s.has_tank && !s.flat && home.eye.y > floor_ && home.target.y >= floor_;
    const float size = glm::length(s.tank.max - s.tank.min);
    nearest_ = std::min(distance_, 0.01f * size);
    farthest_ = std::max(distance_, 20 * size);
}

vec3 OrbitCamera::back() const {
    const float level = std::cos(elevation_);
    return {level * std::sin(azimuth_), std::sin(elevation_), level * std::cos(azimuth_)};
}

Camera OrbitCamera::camera() const {
    return {.eye = target_ + back() * distance_, .target = target_, .fov_degrees = fov_degrees_, .given = true};
}

void OrbitCamera::orbit(const vec2& drag) {
    if (flat_) return pan(drag);
    at_home_ = false;
    azimuth_ -= drag.x * kTurn;
    elevation_ = std::clamp(elevation_ + drag.y * kTurn, -kSteepest, kSteepest);
    keep_above_floor();
}

void OrbitCamera::pan(const vec2& drag) {
    at_home_ = false;
    const CameraAxes axes = camera_axes(camera(), 1);
    const float height = 2 * distance_ * axes.tan_y;  // m: the picture's height at the target's distance
    target_ += (axes.up * drag.y - axes.right * drag.x) * height;
    keep_above_floor();
}

void OrbitCamera::zoom(float turns) {
    at_home_ = false;
    distance_ = std::clamp(distance_ * std::pow(kZoom, -turns), nearest_, farthest_);
    keep_above_floor();
}

// From below, the floor is not drawn and the view is useless, so a long drag must not end there.
void OrbitCamera::keep_above_floor() {
    if (!has_floor_) return;
    target_.y = std::max(target_.y, floor_);
    const float lowest = std::asin(std::clamp((floor_ - target_.y) / distance_, -1.0f, 0.0f));
    elevation_ = std::max(elevation_, lowest);
}

}  // namespace undine
