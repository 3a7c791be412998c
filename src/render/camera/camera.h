// Where the camera stands and what it sees: plain geometry, no device.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>

#include "scene/camera.h"

namespace undine {

struct Box {
    glm::vec3 min{0}, max{0};  // m
};

// The camera's axes: right, up, and back, which points against the view; orthonormal. tan_x and tan_y are the
// tangents of half the angles of view.
struct CameraAxes {
    glm::vec3 right{1, 0, 0}, up{0, 1, 0}, back{0, 0, 1};
    float tan_x = 1, tan_y = 1;
};

// aspect: width / height.
CameraAxes camera_axes(const Camera& camera, float aspect);

// Looks at the box from the front, slightly from above and from the left (in 2D straight at it), from as near as the
// whole box fits with a margin of 5 % of the picture on each side; centred.
Camera frame_box(const Box& box, float aspect, bool flat);

// Where x is seen: -1 … 1 from left to right and from bottom to top inside the picture; z is the distance along the
// view.
glm::vec3 project(const Camera& camera, const CameraAxes& axes, const glm::vec3& x);

// The largest sprite that a sphere centred in the box can need: pixels along its edge in a picture of that height.
// Infinite if the eye is in the box or nearly so.
float largest_sprite(const Camera& camera, const CameraAxes& axes, const Box& box, float radius, uint32_t height);

}  // namespace undine
