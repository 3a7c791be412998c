#include "render/camera/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

namespace undine {
namespace {

using glm::vec3;

constexpr float kFramingFov = 27;              // degrees: a portrait lens's, so edges stay nearly parallel
constexpr float kMargin = 0.05f;               // share of the picture, on each side
const vec3 kFramingBack{0.50f, 0.20f, 0.84f};  // from the target to the eye: low, so that water mirrors the sky
const vec3 kFlatBack{0, 0, 1};

std::array<vec3, 8> corners(const Box& box) {
    std::array<vec3, 8> all;
    for (int k = 0; k < 8; ++k)
        all[k] = {k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z};
    return all;
}

// A point fits between two opposite sides of the picture if the eye is at least ±offset / tangent + depth back, where
// offset and depth are the point's coordinates relative to the eye's axis.
struct Fit {
    float offset, distance;  // of the eye, across and back
};

// The nearest eye that fits all corners between two opposite sides, at tangents ±t.
Fit fit_axis(const std::array<vec3, 8>& in_axes, int axis, float t) {
    float plus = -std::numeric_limits<float>::infinity(), minus = plus;
    for (const vec3& c : in_axes) {
        plus = std::max(plus, c[axis] / t + c.z);
        minus = std::max(minus, -c[axis] / t + c.z);
    }
    return {t * (plus - minus) / 2, (plus + minus) / 2};
}

// The offset of the eye at which the corners, seen from that distance, are centred: both margins are equal.
float center_axis(const std::array<vec3, 8>& in_axes, int axis, float distance, float low, float high) {
    for (int k = 0; k < 60; ++k) {  // bisection, to the last bit of a float
        const float middle = (low + high) / 2;
        float most = -std::numeric_limits<float>::infinity(), least = -most;
        for (const vec3& c : in_axes) {
            most = std::max(most, (c[axis] - middle) / (distance - c.z));
            least = std::min(least, (c[axis] - middle) / (distance - c.z));
        }
        (most + least > 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace

CameraAxes camera_axes(const Camera& camera, float aspect) {
    CameraAxes axes;
    axes.back = glm::normalize(camera.eye - camera.target);
    const vec3 world_up = std::abs(axes.back.y) > 0.9999f ? vec3(0, 0, -1) : vec3(0, 1, 0);
    axes.right = glm::normalize(glm::cross(world_up, axes.back));
    axes.up = glm::cross(axes.back, axes.right);
    axes.tan_y = std::tan(camera.fov_degrees * 3.14159265f / 360);
    axes.tan_x = axes.tan_y * aspect;
    return axes;
}

Camera frame_box(const Box& box, float aspect, bool flat) {
    Camera camera{.eye = flat ? kFlatBack : kFramingBack, .target = vec3(0), .fov_degrees = kFramingFov, .given = true};
    const CameraAxes axes = camera_axes(camera, aspect);
    const vec3 center = (box.min + box.max) / 2.0f;
    auto in_axes = corners(box);
    float radius = 0;
    for (vec3& c : in_axes) {
        c -= center;
        radius = std::max(radius, glm::length(c));
        c = {dot(axes.right, c), dot(axes.up, c), dot(axes.back, c)};
    }
    const float shown = 1 - 2 * kMargin;
    const Fit x = fit_axis(in_axes, 0, axes.tan_x * shown), y = fit_axis(in_axes, 1, axes.tan_y * shown);
    const float distance = std::max(x.distance, y.distance);
    const float right = center_axis(in_axes, 0, distance, -radius, radius);
    const float up = center_axis(in_axes, 1, distance, -radius, radius);
    camera.target = center + axes.right * right + axes.up * up;
    camera.eye = camera.target + axes.back * distance;
    return camera;
}

vec3 project(const Camera& camera, const CameraAxes& axes, const vec3& x) {
    const vec3 v = x - camera.eye;
    const float distance = -dot(axes.back, v);
    return {dot(axes.right, v) / (distance * axes.tan_x), dot(axes.up, v) / (distance * axes.tan_y), distance};
}

float largest_sprite(const Camera& camera, const CameraAxes& axes, const Box& box, float radius, uint32_t height) {
    // The nearest sphere is drawn largest. Its distance along the view is at least its distance from the eye divided by
    // the secant of the angle between the view and a corner of the picture; off the axis its image is stretched by at
    // most that secant.
    const vec3 nearest = glm::clamp(camera.eye, box.min, box.max);
    const float secant_sq = 1 + axes.tan_x * axes.tan_x + axes.tan_y * axes.tan_y;
    const float distance = glm::length(nearest - camera.eye) / std::sqrt(secant_sq);
    if (!(distance > 2 * radius)) return std::numeric_limits<float>::infinity();
    const float edge = 2 * radius * std::sqrt(distance * distance * secant_sq - radius * radius) /
                       (distance * distance - radius * radius);
    return edge * 0.5f * static_cast<float>(height) / axes.tan_y + 1;
}

}  // namespace undine
