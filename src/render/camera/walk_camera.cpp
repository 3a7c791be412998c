#include "render/camera/walk_camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace undine {
namespace {

using glm::vec2;
using glm::vec3;

constexpr float kDegree = 3.14159265f / 180;
constexpr float kSteepest = 89 * kDegree;  // looking straight down, a camera has no up
constexpr float kTurn = 120 * kDegree;     // by a drag over the height of the picture
constexpr float kSpeed = 0.25f;            // tank sizes per second
constexpr float kHurry = 4;                // factor on the speed
constexpr float kEyeHeight = 0.01f;        // least height above the floor, in tank sizes

}  // namespace

WalkCamera::WalkCamera(const Camera& start, const Surroundings& s)
    : start_(start), eye_(start.eye), fov_degrees_(start.fov_degrees), size_(glm::length(s.tank.max - s.tank.min)) {
    const vec3 arm = start.eye - start.target;
    distance_ = std::max(glm::length(arm), 1e-6f);
    azimuth_ = std::atan2(arm.x, arm.z);
    elevation_ = std::clamp(std::asin(std::clamp(arm.y / distance_, -1.0f, 1.0f)), -kSteepest, kSteepest);
    floor_ = s.tank.min.y;
    has_floor_ = s.has_tank && eye_.y >= floor_;
}

vec3 WalkCamera::back() const {
    const float level = std::cos(elevation_);
    return {level * std::sin(azimuth_), std::sin(elevation_), level * std::cos(azimuth_)};
}

Camera WalkCamera::camera() const {
    if (!moved_) return start_;
    const vec3 b = back();
    float distance = distance_;
    if (has_floor_ && eye_.y > floor_ && eye_.y - b.y * distance < floor_) distance = (eye_.y - floor_) / b.y;
    return {.eye = eye_, .target = eye_ - b * distance, .fov_degrees = fov_degrees_, .given = true};
}

void WalkCamera::look(const vec2& drag) {
    moved_ = true;
    azimuth_ -= drag.x * kTurn;
    elevation_ = std::clamp(elevation_ + drag.y * kTurn, -kSteepest, kSteepest);
}

void WalkCamera::move(const vec3& way, float seconds, bool hurry) {
    if (way == vec3(0)) return;
    moved_ = true;
    const vec3 right(std::cos(azimuth_), 0, -std::sin(azimuth_)), ahead(-std::sin(azimuth_), 0, -std::cos(azimuth_));
    const vec3 direction = glm::normalize(right * way.x + vec3(0, 1, 0) * way.y + ahead * way.z);
    const float lowest = has_floor_ ? std::min(floor_ + kEyeHeight * size_, eye_.y) : -INFINITY;
    eye_ += direction * (kSpeed * size_ * seconds * (hurry ? kHurry : 1));
    eye_.y = std::max(eye_.y, lowest);
}

}  // namespace undine
